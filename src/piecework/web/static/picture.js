// Pictures as files: SVG text into a PNG, by the browser's own canvas.

/** @param {string} svg @param {string} name @param {number} scale pixels a unit */
export async function savePng(svg, name, scale = 2) {
  const [, , width, height] = svg.match(/viewBox="([^"]+)"/)[1].split(/\s+/).map(Number);
  const image = new Image();
  const sized = svg.replace(/<svg\b([^>]*)>/, (_, rest) =>
    `<svg${rest.replace(/\s(width|height)="[^"]*"/g, "")} width="${width * scale}" height="${height * scale}">`);
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(sized);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
