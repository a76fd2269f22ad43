// Converts the stylesheets' OKLCH colours for a canvas, which parses every colour name again in every frame: RGB is
// fastest.

/** CSS Color 4 §10: from OKLab to linear sRGB. */
const CUBES = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
] as const;
const LINEAR = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
] as const;

type Three = readonly [number, number, number];

const dot = (row: Three, of: Three) => row[0] * of[0] + row[1] * of[1] + row[2] * of[2];
const byte = (linear: number) => {
  const light = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
};

/**
 * `oklch(lightness chroma hue)` as "red, green, blue"; lightness 0 … 1, hue in degrees. Colours outside sRGB are
 * clipped.
 */
export function rgbOf(lightness: number, chroma: number, hue: number): string {
  const turn = (hue / 180) * Math.PI;
  const lab: Three = [lightness, chroma * Math.cos(turn), chroma * Math.sin(turn)];
  const cubed = CUBES.map((row) => dot(row, lab) ** 3) as unknown as Three;
  return LINEAR.map((row) => byte(dot(row, cubed))).join(', ');
}
