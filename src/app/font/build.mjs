// Makes the display face: Fraunces (SIL Open Font License 1.1), subset to the characters of headings, in one weight:
// the variable font is twice as large. Optical size and softness are fixed for large sizes. Rare characters have a
// file of their own, fetched when needed. The face has no tabular figures: changing times and counts use the system
// font. Results: the `.woff2` files in this folder, 12 and 9 kB, git-ignored, made once per version.
import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const SOURCE = createRequire(import.meta.url).resolve(
  '@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2',
);
const AXES = { opsz: 144, SOFT: 100, WONK: 0, wght: 400 };

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');
}

const GERMAN = 'ÄÖÜäöüß';
/** File → its characters; `font.css` names the same ranges. */
const FILES = {
  'aural-display.woff2': `${range(0x20, 0x7e)}${GERMAN}·„“”‘’–…`,
  'aural-display-more.woff2': `${[...range(0xc0, 0xff)].filter((letter) => !GERMAN.includes(letter)).join('')}¡¿‚—€©`,
};

/** Writes a file when it is missing or its inputs changed. */
async function buildFile(name, characters) {
  const target = fileURLToPath(new URL(`./${name}`, import.meta.url));
  const source = await readFile(SOURCE);
  const key = createHash('sha256')
    .update(source)
    .update(JSON.stringify([AXES, characters]))
    .digest('hex');
  const stamp = `${target}.stamp`;
  const made = await readFile(stamp, 'utf8').catch(() => '');
  const exists = await stat(target).then(
    () => true,
    () => false,
  );
  if (made === key && exists) return;
  const { default: subsetFont } = await import('subset-font');
  const font = await subsetFont(source, characters, { targetFormat: 'woff2', variationAxes: AXES });
  await writeFile(target, font);
  await writeFile(stamp, key);
}

/** Vite plugin: makes the fonts before any stylesheet needs them. */
export function displayFont() {
  return {
    name: 'display-font',
    async config() {
      for (const [name, characters] of Object.entries(FILES)) await buildFile(name, characters);
    },
  };
}
