// Renders the icon as pixels: a square with a radial gradient and round corners, and a ring of bars on it. Edges are
// antialiased over one pixel, by the distance to the shape.

/** Scale of the logo in a maskable icon, so that its longest bar stays in the safe zone. */
const MASKABLE_SCALE = 1.25;
/** Half of the view box, from -32 to 32. */
const HALF = 32;

function found(text, pattern) {
  const match = pattern.exec(text);
  if (!match) throw new Error(`the icon has no ${pattern}`);
  return match.slice(1);
}

const rgb = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Distance of a point to a rectangle with round corners; both relative to the rectangle's centre. */
function distance(x, y, halfWidth, halfHeight, radius) {
  const dx = Math.abs(x) - halfWidth + radius;
  const dy = Math.abs(y) - halfHeight + radius;
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
}

/**
 * Reads the drawing of `public/icon.svg`; throws for any other drawing.
 *
 * @param {string} svg
 */
export function readDrawing(svg) {
  const [radius] = found(svg, /width="64" height="64" rx="([\d.]+)"/).map(Number);
  const [cx, cy, reach] = found(svg, /radialGradient id="room" cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"/).map(
    Number,
  );
  const stops = found(
    svg,
    /<radialGradient[^>]*>\s*<stop offset="0" stop-color="(#\w{6})" \/>\s*<stop offset="1" stop-color="(#\w{6})"/,
  ).map(rgb);
  const [fill, ownScale] = found(svg, /<g fill="(#\w{6})" transform="scale\(([\d.]+)\)"/);
  const colour = rgb(fill);
  const bars = [
    ...svg.matchAll(
      /<rect x="(-?[\d.]+)" y="(-?[\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="([\d.]+)" transform="rotate\((\d+)\)"/g,
    ),
  ].map((match) => {
    const [x, y, width, height, rx, turn] = match.slice(1).map(Number);
    const angle = (turn * Math.PI) / 180;
    return {
      x: x + width / 2,
      y: y + height / 2,
      width,
      height,
      rx,
      cos: Math.cos(angle),
      sin: Math.sin(angle),
    };
  });
  if (bars.length === 0) throw new Error('the icon has no bars');

  /** The bars lie between these distances from the centre. */
  const inner = Math.min(...bars.map(({ y, height }) => Math.abs(y) - height / 2));
  const outer = Math.max(...bars.map(({ x, y, width, height }) => Math.hypot(x, y) + (width + height) / 2));

  /** Share of a pixel that the bars cover, 0 … 1; `unit` is its side in the drawing's units. */
  const covered = (px, py, scale, unit) => {
    const from = Math.hypot(px, py) / scale;
    if (from < inner - unit || from > outer + unit) return 0;
    let nearest = Number.POSITIVE_INFINITY;
    for (const { x, y, width, height, rx, cos, sin } of bars) {
      const along = (px * cos + py * sin) / scale - x;
      const down = (py * cos - px * sin) / scale - y;
      nearest = Math.min(nearest, distance(along, down, width / 2, height / 2, rx) * scale);
    }
    return Math.min(1, Math.max(0, 0.5 - nearest / unit));
  };

  return {
    /** RGBA, row by row. */
    pixels(side, isMaskable) {
      const unit = (2 * HALF) / side;
      const scale = isMaskable ? MASKABLE_SCALE : Number(ownScale);
      const pixels = new Uint8Array(side * side * 4);
      for (let row = 0; row < side; row++) {
        for (let column = 0; column < side; column++) {
          const x = (column + 0.5) * unit - HALF;
          const y = (row + 0.5) * unit - HALF;
          const from = Math.hypot(x / (2 * HALF) + 0.5 - cx, y / (2 * HALF) + 0.5 - cy);
          const far = Math.min(1, from / reach);
          const mark = covered(x, y, scale, unit);
          const corner = isMaskable ? 0 : radius;
          const ground = Math.min(1, Math.max(0, 0.5 - distance(x, y, HALF, HALF, corner) / unit));
          const at = (row * side + column) * 4;
          for (let channel = 0; channel < 3; channel++) {
            const room = stops[0][channel] + (stops[1][channel] - stops[0][channel]) * far;
            pixels[at + channel] = Math.round(room + (colour[channel] - room) * mark);
          }
          pixels[at + 3] = Math.round(255 * (isMaskable ? 1 : ground));
        }
      }
      return pixels;
    },
  };
}
