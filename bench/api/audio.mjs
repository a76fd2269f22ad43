// Real recordings of 5 MB, as the editor publishes them: mono MP3 at 128 kbit/s, each with different bytes.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCore } from '../../dsp/cli/node.mjs';
import { voice } from '../dsp/voice.mjs';

const CACHE = fileURLToPath(new URL('../.cache/recordings/', import.meta.url));
const SAMPLE_RATE = 44_100;
const KBPS = 128;
const SECONDS = 312;
const BLOCK = 16_384;

/** Encoded once per machine. @returns {Promise<string[]>} paths */
export async function recordings(count) {
  mkdirSync(CACHE, { recursive: true });
  const paths = Array.from({ length: count }, (_, index) => join(CACHE, `${index}.mp3`));
  const missing = paths.filter((path) => !existsSync(path));
  if (missing.length === 0) return paths;
  const core = await loadCore();
  const minute = voice({ seconds: 60, sampleRate: SAMPLE_RATE });
  for (const path of missing) {
    const gain = 0.5 + paths.indexOf(path) / count;
    const encoder = new core.Mp3Encoder(SAMPLE_RATE, 1, KBPS);
    const parts = [];
    for (let at = 0; at < SECONDS * SAMPLE_RATE; at += BLOCK) {
      const from = at % (minute.length - BLOCK);
      parts.push(encoder.encode([minute.subarray(from, from + BLOCK).map((value) => value * gain)]));
    }
    const { bytes, firstFrame } = encoder.finish();
    const file = Buffer.concat([...parts, bytes]);
    file.set(firstFrame, 0);
    writeFileSync(path, file);
  }
  return paths;
}

/** Puts files into a blob folder under random-looking names, as the server stores them. */
export function asBlobs(paths, directory) {
  return paths.map((path) => {
    const name = `${createHash('md5').update(path).digest('hex')}.mp3`;
    mkdirSync(join(directory, name.slice(0, 2)), { recursive: true });
    copyFileSync(path, join(directory, name.slice(0, 2), name));
    return { name, path, size: statSync(path).size, seconds: SECONDS, mimeType: 'audio/mpeg' };
  });
}

/** The ticket for these bytes: the server's challenge, solved by the core. */
export async function capToken(url, token, bytes) {
  const core = await loadCore();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const reply = await fetch(`${url}/upload.php?action=getPowChallenge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sha256, size: bytes.length }),
  });
  const { data } = await reply.json();
  const solver = new core.PowSolver(data.challenge, data.puzzles, data.bits, new Uint32Array());
  while (!solver.step(1 << 16));
  const nonces = solver.nonces();
  solver.free();
  const packed = Buffer.alloc(nonces.length * 4);
  for (const [index, nonce] of nonces.entries()) packed.writeUInt32BE(nonce, index * 4);
  return `${data.challenge}.${packed.toString('base64url')}`;
}

/** The specified multipart POST from an address of its own. @returns {Promise<number>} status */
export async function upload(url, { path, title, ticket, address }) {
  const form = new FormData();
  form.set('audio', new Blob([readFileSync(path)], { type: 'audio/mpeg' }), 'take.mp3');
  form.set('title', title);
  form.set('description', '');
  form.set('gender', 'Diverse');
  form.set('tags', '["Soft"]');
  form.set('requiresReview', 'false');
  form.set('capToken', ticket);
  const headers = { 'x-forwarded-for': address };
  const reply = await fetch(`${url}/upload.php`, { method: 'POST', headers, body: form });
  await reply.arrayBuffer();
  return reply.status;
}
