// The heat curve as bars: as high and as bright as listening there is worth it.

/** CSS pixels between bars. */
const GAP = 1;
/** A bar of nothing is still seen: time goes on there. */
const LEAST_HEIGHT = 2;

/** `heat`: 0 … 255 over the whole width. Several values that share a pixel show the highest. */
export function drawHeat(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  heat: readonly number[],
): void {
  const bars = Math.max(1, Math.min(heat.length, Math.floor(width / 3)));
  const pitch = width / bars;
  for (let bar = 0; bar < bars; bar++) {
    const from = Math.floor((bar * heat.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * heat.length) / bars));
    const value = Math.max(0, ...heat.slice(from, to)) / 255;
    const tall = Math.max(LEAST_HEIGHT, value * height);
    // From the quiet violet of the ground to the accent of `tokens.css`.
    context.fillStyle = `hsl(${325 + 50 * value} ${35 + 65 * value}% ${42 + 24 * value}%)`;
    context.fillRect(bar * pitch, height - tall, Math.max(1, pitch - GAP), tall);
  }
}
