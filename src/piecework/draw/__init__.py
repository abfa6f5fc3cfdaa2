"""Pictures: terminal, SVG, meshes, pages."""
