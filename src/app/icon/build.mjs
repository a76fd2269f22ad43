// Makes the icons that an installed app needs as pictures of points, from the one drawing `public/icon.svg`: nothing on
// the first page asks for them, and they are in no list of files that a device keeps.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDrawing } from './drawing.mjs';
import { encodePng } from './png.mjs';

/**
 * Name → side in pixels. A maskable icon is cut to any shape by the system: it fills its square, and the mark stays in
 * the middle circle of four fifths that is never cut (W3C manifest, "Icon masks").
 */
const ICONS = {
  'icon-192.png': { side: 192, isMaskable: false },
  'icon-512.png': { side: 512, isMaskable: false },
  'icon-maskable-192.png': { side: 192, isMaskable: true },
  'icon-maskable-512.png': { side: 512, isMaskable: true },
};

/**
 * Vite plugin: the icons lie beside the built app.
 *
 * @param {string} directory
 * @returns {import('vite').Plugin}
 */
export function appIcons(directory) {
  let source = '';
  return {
    name: 'app-icons',
    apply: 'build',
    configResolved({ publicDir }) {
      source = join(publicDir, 'icon.svg');
    },
    async writeBundle() {
      const drawing = readDrawing(await readFile(source, 'utf8'));
      for (const [name, { side, isMaskable }] of Object.entries(ICONS)) {
        const pixels = drawing.pixels(side, isMaskable);
        await writeFile(join(directory, name), encodePng(pixels, side));
      }
    },
  };
}
