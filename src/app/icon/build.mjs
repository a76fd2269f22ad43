// Makes the bitmap icons of an installed app from `public/icon.svg`: the first page does not load them, and the
// service worker does not store them.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDrawing } from './drawing.mjs';
import { encodePng } from './png.mjs';

/**
 * Name → side in pixels. The system may crop a maskable icon to any shape: it fills its square, and the logo stays in
 * the central safe zone, a circle of four fifths (W3C manifest, "Icon masks").
 */
const ICONS = {
  'icon-192.png': { side: 192, isMaskable: false },
  'icon-512.png': { side: 512, isMaskable: false },
  'icon-maskable-192.png': { side: 192, isMaskable: true },
  'icon-maskable-512.png': { side: 512, isMaskable: true },
};

/**
 * Vite plugin: puts the icons into the built app.
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
