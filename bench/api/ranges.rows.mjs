// A player's requests: 64 KB ranges anywhere in 5 MB files, 20 listeners at once.
import { readFileSync } from 'node:fs';
import { picker } from './dataSet.mjs';

const LISTENERS = 20;
const RANGE = 64 * 1024;
const MEGABYTE = 1e6;

const randomRange = (pick, blobs) => {
  const blob = blobs[pick.below(blobs.length)];
  const start = pick.below(blob.size - RANGE);
  return { blob, start, end: start + RANGE - 1 };
};

export const row = {
  name: 'range reads of 64 KB, 20 listeners',
  async check({ server, blobs }) {
    const pick = picker(3);
    for (let tries = 0; tries < 60; tries++) {
      const { blob, start, end } = randomRange(pick, blobs);
      const headers = { range: `bytes=${start}-${end}` };
      const reply = await fetch(`${server.url}/audio/${blob.name}`, { headers });
      const bytes = Buffer.from(await reply.arrayBuffer());
      const right =
        reply.status === 206 &&
        reply.headers.get('content-range') === `bytes ${start}-${end}/${blob.size}` &&
        bytes.equals(readFileSync(blob.path).subarray(start, end + 1));
      if (!right) throw new Error(`bytes ${start}-${end} of ${blob.path} are wrong (${reply.status})`);
    }
  },
  async run({ server, load, blobs, rounds, seconds }) {
    const pick = picker(5);
    const requests = Array.from({ length: LISTENERS }, () =>
      Array.from({ length: 100 }, () => {
        const { blob, start, end } = randomRange(pick, blobs);
        return { path: `/audio/${blob.name}`, headers: { range: `bytes=${start}-${end}` } };
      }),
    );
    const job = { on: server, connections: LISTENERS, requests, status: 206 };
    await load.flood({ ...job, seconds: 1 });
    const runs = [];
    for (let round = 0; round < rounds; round++) runs.push(await load.flood({ ...job, seconds }));
    const slowest = Math.min(...runs.map(({ perSecond }) => perSecond));
    return {
      unit: 'requests',
      figures: [{ name: 'ranges', runs }],
      bars: [
        { what: 'slowest round', value: (slowest * RANGE) / MEGABYTE, unit: 'MB/s', atLeast: 50 },
        { what: 'errors', value: runs.reduce((sum, run) => sum + run.errors, 0), unit: '', below: 1 },
      ],
    };
  },
};
