// Exporting a long take in pieces, one per worker, compared with one worker: the gain of the second
// core. The warm-up of each piece is part of the cost.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { loadCore } from '../../dsp/cli/node.mjs';
import { voice } from './voice.mjs';

const SAMPLE_RATE = 44_100;
const KBPS = 128;
const BLOCK = 16_384;
/** Decoded and compared; the timing continues to an hour. */
const CHECKED_MINUTES = 10;

/** @param {{ quick: boolean }} options */
export async function rows({ quick }) {
  const core = await loadCore();
  const count = Math.min(4, availableParallelism());
  if (count < 2) return [];
  const minutes = quick ? 2 : 60;
  const framesOf = (length) => length * 60 * SAMPLE_RATE;
  const spoken = voice({ seconds: 60, sampleRate: SAMPLE_RATE });
  const minute = new SharedArrayBuffer(spoken.byteLength);
  new Float32Array(minute).set(spoken);
  const workerData = { minute, sampleRate: SAMPLE_RATE, kbps: KBPS, block: BLOCK };
  const workers = [];
  for (let index = 0; index < count; index++) {
    const worker = new Worker(new URL('encodeMp3Piece.worker.mjs', import.meta.url), { workerData });
    await once(worker, 'message');
    // The bench may end while workers idle.
    worker.unref();
    workers.push(worker);
  }

  const encode = async (pieces, pcmFrames) => {
    const asked = workers.slice(0, pieces).map(async (worker, index) => {
      worker.postMessage({ pcmFrames, pieces, index });
      const [answer] = await once(worker, 'message');
      return answer;
    });
    const answers = await Promise.all(asked);
    const summaries = Float64Array.from(answers.flatMap(({ summary }) => [...summary]));
    const { firstFrame } = core.joinPieces(SAMPLE_RATE, 1, KBPS, pcmFrames, summaries);
    return Buffer.concat([firstFrame, ...answers.map(({ bytes }) => bytes)]);
  };
  const serial = (pcmFrames) => {
    const encoder = new core.Mp3Encoder(SAMPLE_RATE, 1, KBPS);
    const parts = [];
    for (let at = 0; at < pcmFrames; at += spoken.length) parts.push(encoder.encode([spoken]));
    const { bytes, firstFrame } = encoder.finish();
    const file = Buffer.concat([...parts, bytes]);
    file.set(firstFrame, 0);
    return file;
  };
  const timed = (pieces) => async () => {
    await encode(pieces, framesOf(minutes));
    return minutes * 60;
  };
  return [
    {
      rounds: quick ? 2 : 5,
      warmups: 1,
      name: `${minutes} min of speech to MP3 on ${count} workers`,
      unit: 's of audio',
      async check() {
        const pcmFrames = framesOf(Math.min(minutes, CHECKED_MINUTES));
        const whole = serial(pcmFrames);
        const one = await encode(1, pcmFrames);
        const [many, again] = [await encode(count, pcmFrames), await encode(count, pcmFrames)];
        if (!one.equals(whole)) throw new Error('one piece differs from the serial stream');
        if (!many.equals(again)) throw new Error('two runs of the same pieces differ');
        if (many.length !== whole.length) throw new Error(`${many.length} bytes for ${whole.length}`);
        compareSound(whole, many, pcmFrames);
      },
      ours: { name: `${count} workers`, run: timed(count) },
      peers: [{ name: 'one worker', run: timed(1), done: 0.9 * count, goal: 0.95 * count }],
    },
  ];
}

/** Decoded by ffmpeg where there is one: the exact length, and no larger difference than between two encodings. */
function compareSound(serial, joined, pcmFrames) {
  // From a file: ffmpeg cannot trim the end of a pipe.
  const folder = mkdtempSync(join(tmpdir(), 'aural-bench-'));
  const [a, b] = [serial, joined].map((file, index) => {
    const path = join(folder, `${index}.mp3`);
    writeFileSync(path, file);
    const args = ['-v', 'error', '-i', path, '-f', 's16le', '-'];
    const { stdout, error } = spawnSync('ffmpeg', args, { maxBuffer: 1 << 28 });
    return error ? null : new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length / 2);
  });
  rmSync(folder, { recursive: true });
  if (!a || !b) {
    console.log('  (ffmpeg is missing: the sound of the pieces was not compared)');
    return;
  }
  if (a.length !== pcmFrames || b.length !== pcmFrames) {
    throw new Error(`${a.length} and ${b.length} frames for ${pcmFrames}`);
  }
  let [signal, noise] = [0, 0];
  for (let n = 0; n < a.length; n++) {
    signal += a[n] ** 2;
    noise += (a[n] - b[n]) ** 2;
  }
  const decibels = 10 * Math.log10(signal / Math.max(noise, 1));
  if (decibels < 25) throw new Error(`the pieces are only ${decibels.toFixed(1)} dB from the serial stream`);
}
