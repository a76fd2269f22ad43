// Makes the display face: Fraunces (SIL Open Font License 1.1) cut down to what headings need.
// Optical size and softness are fixed where they look best large; only the weight stays variable.
// Result: `aural-display.woff2` beside this file, about 25 kB, git-ignored, made once per version.
import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const TARGET = fileURLToPath(new URL('./aural-display.woff2', import.meta.url));
const STAMP = `${TARGET}.stamp`;
const SOURCE = createRequire(import.meta.url).resolve(
  '@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2',
);
const AXES = { opsz: 144, SOFT: 100, WONK: 0, wght: { min: 300, max: 600 } };

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');
}

/** ASCII, the letters of Latin-1 (German, French, Spanish, …), and the marks typeset text uses. */
const CHARACTERS = `${range(0x20, 0x7e)}${range(0xc0, 0xff)}¡¿·×„“”‘’‚–—…€©`;

/** Writes the font when it is missing or was made from something else. */
async function buildDisplayFont() {
  const source = await readFile(SOURCE);
  const key = createHash('sha256')
    .update(source)
    .update(JSON.stringify([AXES, CHARACTERS]))
    .digest('hex');
  const made = await readFile(STAMP, 'utf8').catch(() => '');
  const exists = await stat(TARGET).then(
    () => true,
    () => false,
  );
  if (made === key && exists) return;
  const { default: subsetFont } = await import('subset-font');
  const font = await subsetFont(source, CHARACTERS, { targetFormat: 'woff2', variationAxes: AXES });
  await writeFile(TARGET, font);
  await writeFile(STAMP, key);
}

/** Vite plugin: the font is there before any stylesheet asks for it. */
export function displayFont() {
  return {
    name: 'display-font',
    async config() {
      await buildDisplayFont();
    },
  };
}
