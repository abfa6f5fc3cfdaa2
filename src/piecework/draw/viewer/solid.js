/**
 * The picture in space, drawn with WebGL.
 *
 * All bodies share one mesh, whatever their number: poses are applied to its vertices here, which is cheap because it
 * happens only when something moves, and hiding a body leaves its triangles out of the index. Frames are drawn when
 * something changed, never in idle time.
 */

import { edgeLines, plainBars, roundedSolid, singleCells } from "./geometry.js";
import { posesOf } from "./poses.js";

const NEUTRAL = {
  light: { target: "#c9cfd8", optional: "#e3e7ec", blocked: "#5b6472", board: "#8c95a3", outline: "#3a4250", ghost: "#8fa0b5" },
  dark: { target: "#7b8798", optional: "#525d6d", blocked: "#2b313b", board: "#3d4552", outline: "#e6ebf2", ghost: "#aebdd0" },
};

/** Cells of a body that are given soft edges. */
const MOST_SOFT = 3000;

export class SolidView {
  constructor(host, scene, { THREE, OrbitControls, reducedMotion, onPick, label }) {
    Object.assign(this, { host, scene, THREE, reducedMotion });
    const renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: false });
    this.renderer = renderer;
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = THREE.PCFShadowMap;
    renderer.toneMapping = THREE.NeutralToneMapping;
    renderer.toneMappingExposure = 1.0;
    const canvas = renderer.domElement;
    this.canvas = canvas;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-label", label);
    host.append(canvas);

    this.world = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(28, 1, 0.1, 500);
    this.model = new THREE.Group();
    this.model.setRotationFromMatrix(frameMatrix(THREE, scene.frame));
    this.world.add(this.model);
    this._lights();
    this._floor();

    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = !reducedMotion;
    this.controls.dampingFactor = 0.12;
    this.controls.zoomSpeed = 0.8;
    this.controls.maxPolarAngle = Math.PI * 0.96;
    this.controls.addEventListener("change", () => this.draw());
    canvas.addEventListener("keydown", (event) => this._key(event));
    canvas.addEventListener("webglcontextrestored", () => this.draw());
    this._pickWith(onPick);
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(host);
    this.theme = "light";
    this.size = null;
    this.pace = 20;
  }

  _lights() {
    const { THREE } = this;
    this.sky = new THREE.HemisphereLight("#ffffff", "#b4bac8", 2);
    this.world.add(this.sky);
    const sun = new THREE.DirectionalLight("#fffaf0", 1.65);
    sun.castShadow = true;
    sun.shadow.mapSize.set(1536, 1536);
    sun.shadow.radius = 6;
    sun.shadow.normalBias = 0.035;
    sun.shadow.bias = -0.0004;
    this.sun = sun;
    this.world.add(sun, sun.target);
    const fill = new THREE.DirectionalLight("#eef2ff", 0.75);
    fill.position.set(6, 2.5, 4);
    this.world.add(fill);
  }

  _floor() {
    const { THREE } = this;
    const material = new THREE.ShadowMaterial({ opacity: 0.2 });
    this.floor = new THREE.Mesh(new THREE.PlaneGeometry(1, 1), material);
    this.floor.rotation.x = -Math.PI / 2;
    this.floor.receiveShadow = true;
    this.world.add(this.floor);
  }

  /** Put these bodies on show; colours, cells and all. */
  setBodies(bodies) {
    const { THREE } = this;
    this._clear();
    this.bodies = bodies;
    const flat = this.scene.dimension === 2;
    const positions = [], normals = [], colours = [];
    this.parts = bodies.map((body) => {
      const half = body.board ? [0.5, 0.5, 0.09] : flat ? [0.5, 0.5, 0.3] : [0.5, 0.5, 0.5];
      const fine = this.scene.kind === "surface";
      const shape = body.board
        ? { gap: -0.12, radius: 0.08, half }
        : { gap: fine ? 0.03 : 0.018, radius: fine ? 0.1 : 0.085, half, segments: bodies.length > 60 ? 2 : 3 };
      const mesh = this._mesh(body, shape, half);
      const start = positions.length / 3;
      for (const value of mesh.positions) positions.push(value);
      for (const value of mesh.normals) normals.push(value);
      const colour = new THREE.Color(body.colour ?? this._neutral(body));
      for (let n = 0; n < mesh.positions.length / 3; n++) colours.push(colour.r, colour.g, colour.b);
      if (body.board) for (let n = start; n < positions.length / 3; n++) positions[3 * n + 2] += 0.42;
      return { start, end: positions.length / 3, indices: mesh.indices.map((index) => index + start), edges: body.cells.length > MOST_SOFT ? [] : edgeLines(body.cells, half) };
    });
    this.base = { positions: new Float32Array(positions), normals: new Float32Array(normals) };
    const attributes = {
      position: new THREE.BufferAttribute(new Float32Array(positions), 3),
      normal: new THREE.BufferAttribute(new Float32Array(normals), 3),
      color: new THREE.BufferAttribute(new Float32Array(colours), 3),
    };
    const geometryOf = () => {
      const geometry = new THREE.BufferGeometry();
      for (const [name, attribute] of Object.entries(attributes)) geometry.setAttribute(name, attribute);
      return geometry;
    };
    this.attributes = attributes;
    this.solid = new THREE.Mesh(
      geometryOf(),
      new THREE.MeshStandardMaterial({ vertexColors: true, roughness: 0.52, metalness: 0 }),
    );
    this.solid.castShadow = this.solid.receiveShadow = true;
    this.ghost = new THREE.Mesh(
      geometryOf(),
      new THREE.MeshStandardMaterial({ vertexColors: true, roughness: 0.6, transparent: true, opacity: 0.16, depthWrite: false }),
    );
    this.lines = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ transparent: true }));
    for (const object of [this.solid, this.ghost, this.lines]) object.frustumCulled = false;
    this.model.add(this.solid, this.ghost, this.lines);
  }

  _mesh(body, shape, half) {
    if (body.fixed && body.tile !== undefined) return bareTile(body);
    if (body.cells.length > MOST_SOFT) return plainBars(body.cells, half);
    const single = (body.fixed === "target" || body.fixed === "optional") && !body.hint;
    return single ? singleCells(body.cells, { ...shape, radius: 0.05, segments: 2 }) : roundedSolid(body.cells, shape);
  }

  _neutral(body) {
    return NEUTRAL[this.theme][body.board ? "board" : body.fixed];
  }

  _clear() {
    for (const object of [this.solid, this.ghost, this.lines]) {
      if (!object) continue;
      this.model.remove(object);
      object.geometry.dispose();
      object.material.dispose();
    }
  }

  /**
   * Move everything where the state says; `looks` has show, outline, ghost, frame or hide for every body. The edges
   * of the chosen piece are drawn, too.
   */
  update(state, looks, chosen = null) {
    const { THREE } = this;
    this.state = state;
    this.looks = looks;
    this.chosen = chosen;
    const poses = posesOf(THREE, this.bodies, this.scene, state);
    const solid = [], ghost = [], lines = [], lineColours = [];
    const { position, normal } = this.attributes;
    const turning = this.scene.fold !== null && this.scene.fold !== undefined;
    const outline = new THREE.Color(NEUTRAL[this.theme].outline);
    this.bodies.forEach((body, number) => {
      const part = this.parts[number];
      const m = poses[number].matrix.elements;
      transform(this.base.positions, position.array, part, m, 1);
      if (turning) transform(this.base.normals, normal.array, part, m, 0);
      if (poses[number].arrived <= 0 || looks[number] === "hide") return;
      if (looks[number] === "show") for (const index of part.indices) solid.push(index);
      if (looks[number] === "ghost") for (const index of part.indices) ghost.push(index);
      const marked = chosen !== null && body.name === chosen && looks[number] === "show";
      if (marked || looks[number] === "outline" || looks[number] === "frame") {
        for (let at = 0; at < part.edges.length; at += 3) lines.push(...applied(part.edges, at, m));
        const colour = looks[number] === "outline" && body.colour ? new THREE.Color(body.colour) : outline;
        const strength = looks[number] === "frame" ? 0.35 : 1;
        for (let at = 0; at < part.edges.length; at += 3) lineColours.push(colour.r, colour.g, colour.b, strength);
      }
    });
    position.needsUpdate = true;
    normal.needsUpdate = turning;
    this.solid.geometry.setIndex(solid);
    this.ghost.geometry.setIndex(ghost);
    this.lines.geometry.setAttribute("position", new THREE.Float32BufferAttribute(lines, 3));
    this.lines.geometry.setAttribute("color", new THREE.Float32BufferAttribute(lineColours, 4));
    this.lines.material.vertexColors = true;
    this.solid.visible = solid.length > 0;
    this.ghost.visible = ghost.length > 0;
    this.lines.visible = lines.length > 0;
    this._settle(poses);
    this.renderer.shadowMap.needsUpdate = true;
    this.draw();
  }

  /** Stand the model on the floor, and keep light and camera on it. Bodies on their way in do not count. */
  _settle(poses) {
    const { THREE } = this;
    const resting = { ...this.state, step: Infinity };
    const settled = this.state.step < Infinity ? posesOf(THREE, this.bodies, this.scene, resting) : poses;
    const box = new THREE.Box3();
    const turn = this.model.quaternion;
    const point = new THREE.Vector3();
    this.bodies.forEach((body, number) => {
      if (body.loose && this.looks[number] === "hide") return;
      for (const cell of body.cells) box.expandByPoint(point.set(...cell).applyMatrix4(settled[number].matrix).applyQuaternion(turn));
    });
    if (box.isEmpty()) box.set(new THREE.Vector3(), new THREE.Vector3());
    box.expandByScalar(0.5);
    const size = box.getSize(new THREE.Vector3());
    const centre = box.getCenter(new THREE.Vector3());
    this.model.position.set(-centre.x, -box.min.y, -centre.z);
    const radius = Math.max(1.2, size.length() / 2);
    this.height = size.y;
    // Only as much floor as shadows fall on: every pixel of it is looked up in the shadow map.
    this.floor.scale.setScalar(radius * 4.4);
    this.floor.position.y = this.scene.dimension === 2 ? 0.3 : 0.02;
    const sun = this.sun;
    sun.position.set(-0.62, 1.3, 0.55).multiplyScalar(radius * 2.2).add(new THREE.Vector3(0, size.y / 2, 0));
    sun.target.position.set(0, size.y / 2, 0);
    const reach = radius * 1.9;
    Object.assign(sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.1, far: radius * 6 });
    sun.shadow.camera.updateProjectionMatrix();
    if (this.size === null) this._frame(size);
    else {
      // What the eye did stays: the same view, from so much farther away as the model has grown.
      const away = this.camera.position.clone().sub(this.controls.target);
      away.multiplyScalar(this._distance(size) / this._distance(this.size));
      this.controls.target.set(0, size.y / 2, 0);
      this.camera.position.copy(this.controls.target).add(away);
    }
    this.size = size;
    this.controls.minDistance = radius * 0.6;
    this.controls.maxDistance = radius * 14;
    this.camera.near = radius / 20;
    this.camera.far = radius * 40;
    this.camera.updateProjectionMatrix();
    this.controls.update();
  }

  /** The first view of a model: all of it, from above and a little from the right. */
  _frame(size) {
    const { THREE, camera } = this;
    this.aspect = camera.aspect || 1;
    const direction = this.scene.dimension === 2 ? new THREE.Vector3(0.12, 1, 0.55) : new THREE.Vector3(0.72, 0.62, 1);
    this.controls.target.set(0, size.y / 2, 0);
    camera.position.copy(direction).add(this.controls.target);
    camera.lookAt(this.controls.target);
    const distance = this._distance(size);
    camera.position.copy(direction.normalize().multiplyScalar(distance)).add(this.controls.target);
  }

  /** As near as can be, in the direction of the camera, with every corner of a box in sight and air around it. */
  _distance(size) {
    const { THREE, camera } = this;
    const tangent = Math.tan(THREE.MathUtils.degToRad(camera.fov / 2)) * 0.91;
    const seen = camera.quaternion.clone().invert();
    let distance = 0;
    for (let corner = 0; corner < 8; corner++) {
      const signs = [corner & 1, corner & 2, corner & 4].map((bit) => (bit ? 0.5 : -0.5));
      const place = new THREE.Vector3(signs[0] * size.x, signs[1] * size.y, signs[2] * size.z).applyQuaternion(seen);
      const needed = Math.max(Math.abs(place.y), Math.abs(place.x) / (camera.aspect || 1)) / tangent + place.z;
      distance = Math.max(distance, needed);
    }
    return distance;
  }

  /** Back to the first view. */
  resetView() {
    this.size = null;
    if (this.bodies) this.update(this.state, this.looks, this.chosen);
  }

  /** Turn about the model, in parts of a circle; or come nearer by a factor. */
  orbit(right, up, nearer = 1) {
    const { THREE, camera, controls } = this;
    const away = camera.position.clone().sub(controls.target);
    const ball = new THREE.Spherical().setFromVector3(away);
    ball.theta += right * 2 * Math.PI;
    ball.phi = Math.min(Math.PI * 0.96, Math.max(0.02, ball.phi - up * 2 * Math.PI));
    ball.radius = Math.min(controls.maxDistance, Math.max(controls.minDistance, ball.radius / nearer));
    camera.position.setFromSpherical(ball).add(controls.target);
    controls.update();
    this.draw();
  }

  _key(event) {
    const keys = {
      ArrowLeft: [-1 / 24, 0], ArrowRight: [1 / 24, 0], ArrowUp: [0, 1 / 36], ArrowDown: [0, -1 / 36],
      "+": [0, 0, 1.15], "=": [0, 0, 1.15], "-": [0, 0, 1 / 1.15],
    };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Home") this.resetView();
    else if (keys[event.key]) this.orbit(...keys[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A click without a drag tells which body lies under it. */
  _pickWith(onPick) {
    let down = null;
    this.canvas.addEventListener("pointerdown", (event) => (down = [event.clientX, event.clientY]));
    this.canvas.addEventListener("pointerup", (event) => {
      if (!down || Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 5) return;
      const hit = this.bodyAt(event.clientX, event.clientY);
      onPick(hit);
    });
  }

  /** The number of the body at a place of the window, or null. */
  bodyAt(x, y) {
    const { THREE } = this;
    const frame = this.canvas.getBoundingClientRect();
    const ray = new THREE.Raycaster();
    const place = new THREE.Vector2(((x - frame.left) / frame.width) * 2 - 1, 1 - ((y - frame.top) / frame.height) * 2);
    ray.setFromCamera(place, this.camera);
    this.solid.geometry.computeBoundingSphere();
    const [hit] = this.solid.visible ? ray.intersectObject(this.solid) : [];
    if (!hit) return null;
    return this.parts.findIndex((part) => hit.face.a >= part.start && hit.face.a < part.end);
  }

  setTheme(theme) {
    this.theme = theme;
    this.sky.intensity = theme === "dark" ? 1.7 : 2;
    this.floor.material.opacity = theme === "dark" ? 0.42 : 0.2;
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return;
    const first = !this.aspect || Math.abs(this.aspect - width / height) > 0.25;
    this._sharpness(1);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (first && this.bodies) this.resetView();
    this.draw();
  }

  /**
   * Draw with the next frame. Where frames take long (no graphics card, a weak phone), pictures that are about to
   * be replaced are drawn coarsely, and a fine one follows when everything rests.
   */
  draw() {
    if (this.waiting || this.gone) return;
    const asked = performance.now();
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      const moving = asked - (this.drawnAt ?? -Infinity) < 120;
      clearTimeout(this.resting);
      if (moving) this.pace = 0.8 * this.pace + 0.2 * (performance.now() - this.drawnAt);
      const coarse = moving && this.pace > 55;
      this._sharpness(coarse ? 0.5 : 1);
      // With damping the view glides on; each frame asks for the next until it rests.
      this.controls.update();
      this.renderer.render(this.world, this.camera);
      this.drawnAt = performance.now();
      if (coarse) this.resting = setTimeout(() => ((this.drawnAt = undefined), this.draw()), 200);
      this.host.dispatchEvent(new CustomEvent("drawn", { bubbles: true, composed: true }));
    });
  }

  _sharpness(part) {
    const ratio = part * Math.min(2, window.devicePixelRatio || 1);
    if (ratio !== this.renderer.getPixelRatio()) this.renderer.setPixelRatio(ratio);
  }

  /** The picture as a data: address, on the background given or on none. */
  png(background) {
    this._sharpness(1);
    this.renderer.render(this.world, this.camera);
    const copy = document.createElement("canvas");
    copy.width = this.canvas.width;
    copy.height = this.canvas.height;
    const context = copy.getContext("2d");
    if (background) {
      context.fillStyle = background;
      context.fillRect(0, 0, copy.width, copy.height);
    }
    context.drawImage(this.canvas, 0, 0);
    return Promise.resolve(copy.toDataURL("image/png"));
  }

  dispose() {
    this.gone = true;
    cancelAnimationFrame(this.waiting);
    clearTimeout(this.resting);
    this.sizes.disconnect();
    this.controls.dispose();
    this._clear();
    this.renderer.dispose();
    // Browsers lend out a handful of contexts only; this one is given back at once.
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }
}

/** A tile that no piece covers yet: a plate about its middle cell, from hinge to hinge. */
function bareTile({ cells, outward }) {
  const half = outward.map((part) => (part ? 0.26 : 1.96));
  return roundedSolid([cells[4]], { gap: 0, radius: 0.16, segments: 3, half });
}

/** Whether this browser can draw in space at all. */
export function canDrawSolids() {
  try {
    return Boolean(document.createElement("canvas").getContext("webgl2"));
  } catch {
    return false;
  }
}

/** Turns the scene's coordinates so that `right` points right and `up` points up. */
function frameMatrix(THREE, frame) {
  const right = new THREE.Vector3(...frame.right);
  const up = new THREE.Vector3(...frame.up);
  return new THREE.Matrix4().makeBasis(right, up, right.clone().cross(up)).transpose();
}

function transform(from, to, { start, end }, m, shift) {
  for (let at = 3 * start; at < 3 * end; at += 3) {
    const x = from[at], y = from[at + 1], z = from[at + 2];
    to[at] = m[0] * x + m[4] * y + m[8] * z + shift * m[12];
    to[at + 1] = m[1] * x + m[5] * y + m[9] * z + shift * m[13];
    to[at + 2] = m[2] * x + m[6] * y + m[10] * z + shift * m[14];
  }
}

function applied(from, at, m) {
  const x = from[at], y = from[at + 1], z = from[at + 2];
  return [0, 1, 2].map((row) => m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row]);
}
