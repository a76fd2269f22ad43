// Worker thread that inspects one file and ends. A trap or an endless loop cannot affect the server: the thread's memory is
// limited and it is terminated at its deadline.
import { rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { AUDIO_MAX_SECONDS } from '../contract/limits.ts';
import { faultOf } from './fault.ts';
import { type CountedAudio, type InspectReply, type InspectRequest, MEASURED_PARTS } from './inspector.ts';
import { isFreeFormat, unplayable } from './playable.ts';
import { lowerPriority } from './priority.ts';
import { type Core, loadCore, type RemuxReport, withFile, writeWhole } from './wasm.ts';

const cleanCopy = (core: Core, path: string, cleanPath: string): RemuxReport =>
  writeWhole(cleanPath, (sink) => withFile(path, (source) => core.remux(source, sink, false)));

async function inspect({ path, cleanPath, module }: InspectRequest): Promise<InspectReply> {
  try {
    const core = await loadCore(module);
    // Hours of silence fit into 50 MB, so the length is checked before anything is decoded.
    const { seconds } = withFile(path, (source) => core.inspect(source));
    if (seconds > AUDIO_MAX_SECONDS) return { ok: false, code: 'too_long', message: '' };
    parentPort?.postMessage({ counted: { seconds } } satisfies CountedAudio);
    const analysis = withFile(path, (source) => core.analyse(source, MEASURED_PARTS));
    // Served files are always written by us, copied packet by packet or encoded again.
    if (cleanPath === null || analysis.video || analysis.frames === 0) {
      const reason = unplayable(analysis);
      return reason
        ? { ok: false, code: 'unsupported_format', message: reason }
        : { ok: true, analysis, copy: null };
    }
    const remux = cleanCopy(core, path, cleanPath);
    const reason = unplayable(remux);
    if (reason) {
      rmSync(cleanPath, { force: true });
      return { ok: false, code: 'unsupported_format', message: reason };
    }
    const { head, sha256 } = withFile(cleanPath, (file) => ({
      head: file.readAt(0, 4),
      sha256: core.sha256(file),
    }));
    if (isFreeFormat(remux.codec, head)) {
      return { ok: false, code: 'unsupported_format', message: 'browsers cannot play MP3 of free format' };
    }
    return { ok: true, analysis, copy: { remux, sha256 } };
  } catch (error) {
    return { ok: false, ...faultOf(error) };
  }
}

lowerPriority();
parentPort?.postMessage(await inspect(workerData as InspectRequest));
