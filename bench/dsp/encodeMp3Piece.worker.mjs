// A worker of the parallel row: encodes pieces of one long signal, a minute of voice repeated.
import { parentPort, workerData } from 'node:worker_threads';
import { loadCore } from '../../dsp/cli/node.mjs';

const { minute, sampleRate, kbps, block } = workerData;
const core = await loadCore();
const samples = new Float32Array(minute);

/** Samples `from … to` of the repeated minute, at most to its end. */
function run(from, to) {
  const at = from % samples.length;
  return samples.subarray(at, Math.min(samples.length, at + Math.min(block, to - from)));
}

parentPort.on('message', ({ pcmFrames, pieces, index }) => {
  const encoder = new core.Mp3PieceEncoder(sampleRate, 1, kbps, pcmFrames, pieces, index);
  const parts = [];
  const { pcmTo } = encoder;
  for (let at = encoder.pcmFrom; at < pcmTo; ) {
    const next = run(at, pcmTo);
    parts.push(encoder.encode([next]));
    at += next.length;
  }
  const { bytes, summary } = encoder.finish();
  parentPort.postMessage({ index, bytes: Buffer.concat([...parts, bytes]), summary });
});
parentPort.postMessage('ready');
