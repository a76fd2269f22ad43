// The bench's worker: the shipped core behind the app's own adapters.
import { cut, initSync, peaksDat } from '/dsp/pkg/dsp.js';
import { blobSource } from '/src/dsp/worker/blobSource.ts';
import { blobSink, exportTo } from '/src/dsp/worker/exportFile.ts';

const exports = fetch('/dsp/pkg/dsp_bg.wasm')
  .then((reply) => reply.arrayBuffer())
  .then((module) => initSync({ module }));

const OPERATIONS = {
  wasmBytes: async () => (await exports).memory.buffer.byteLength,
  peaks: async (file) => {
    const sink = blobSink();
    const { pairs, seconds } = peaksDat(blobSource(file), sink);
    sink.toBlob('application/octet-stream');
    return { pairs, seconds };
  },
  cut: async (file, bounds) => {
    const scratch = ['dsp-scratch', 'bench', crypto.randomUUID()];
    const made = await exportTo(scratch, 'audio/wav', (sink) =>
      cut(blobSource(file), Float64Array.from(bounds), 'wav', 128, sink),
    );
    return { ...made.facts, file: made.file };
  },
};

self.onmessage = async ({ data: { id, operation, args } }) => {
  await exports;
  try {
    self.postMessage({ id, result: await OPERATIONS[operation](...args) });
  } catch (error) {
    self.postMessage({ id, error: `${error?.name}: ${error?.message}` });
  }
};
