"""Pictures: for the terminal, as SVG, as meshes and pages."""
