// Makes the bitmap icons of an installed app from `public/icon.svg`: the first page does not load them, and the
// service worker does not store them.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { readDrawing } from './drawing.mjs';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CHANNELS = 4;

function chunk(type, body) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const framed = Buffer.alloc(8 + named.length);
  framed.writeUInt32BE(body.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), 4 + named.length);
  return framed;
}

/** Filter type 2, against the row above: suits smooth gradients with few edges. */
const UP = 2;

/**
 * @param {Uint8Array} pixels RGBA of a square.
 * @param {number} side
 */
function encodePng(pixels, side) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const width = side * CHANNELS;
  const rows = Buffer.alloc(side * (width + 1));
  for (let row = 0; row < side; row++) {
    rows[row * (width + 1)] = UP;
    for (let at = 0; at < width; at++) {
      const above = row === 0 ? 0 : pixels[(row - 1) * width + at];
      rows[row * (width + 1) + 1 + at] = pixels[row * width + at] - above;
    }
  }
  const body = deflateSync(rows, { level: 9 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', body),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

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
