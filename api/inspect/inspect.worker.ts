// Worker thread that inspects one file and ends. A trap or an endless loop cannot affect the server: the thread's memory is
// limited and it is terminated at its deadline.
import { closeSync, openSync, readlinkSync, rmSync, writeSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { AUDIO_MAX_SECONDS } from '../contract/limits.ts';
import { type CountedAudio, type InspectReply, type InspectRequest, MEASURED_PARTS } from './inspector.ts';
import { isFreeFormat, unplayable } from './playable.ts';
import { type Core, loadCore, type RemuxReport, withFile } from './wasm.ts';

/**
 * Lowers this thread's priority below that of requests. Works on Linux only, and not without `/proc` or permission; the file is
 * inspected either way.
 */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Normal priority then.
  }
}

function cleanCopy(core: Core, path: string, cleanPath: string): RemuxReport {
  const file = openSync(cleanPath, 'wx', 0o600);
  try {
    const sink = {
      write: (bytes: Uint8Array) => void writeSync(file, bytes),
      patch: (offset: number, bytes: Uint8Array) => void writeSync(file, bytes, 0, bytes.length, offset),
    };
    return withFile(path, (source) => core.remux(source, sink, false));
  } catch (error) {
    rmSync(cleanPath, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

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
    const fault = (error instanceof Error ? error : new Error(String(error))) as NodeJS.ErrnoException;
    // A fault of the machine, not of the file: no descriptor, no space.
    if (/^E[A-Z]+$/.test(fault.code ?? '')) return { ok: false, code: 'system', message: fault.code ?? '' };
    return { ok: false, code: fault.name, message: fault.message };
  }
}

lowerPriority();
parentPort?.postMessage(await inspect(workerData as InspectRequest));
