// Worker thread: one file, one answer, then it ends. A trap or an endless loop in here cannot reach the
// server; the thread's memory is limited and it is terminated at its deadline.
import { closeSync, openSync, readlinkSync, rmSync, writeSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { AUDIO_MAX_SECONDS } from '../contract/limits.ts';
import { type CountedAudio, type InspectReply, type InspectRequest, MEASURED_PARTS } from './inspector.ts';
import { isFreeFormat, unplayable } from './playable.ts';
import { type Core, loadCore, type RemuxReport, withFile } from './wasm.ts';

/**
 * Readers come first: this thread takes the processor they leave. Only Linux knows threads by a number. A process that
 * is behind already may not choose, one without `/proc` cannot: the file is looked at all the same.
 */
function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // As everybody else then.
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
    // Hours of silence fit into 50 MB: they are counted before anything of them is decoded.
    const { seconds } = withFile(path, (source) => core.inspect(source));
    if (seconds > AUDIO_MAX_SECONDS) return { ok: false, code: 'too_long', message: '' };
    parentPort?.postMessage({ counted: { seconds } } satisfies CountedAudio);
    const analysis = withFile(path, (source) => core.analyse(source, MEASURED_PARTS));
    // Always: what is served was written by us, packet by packet or encoded anew, and nothing else comes through.
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
    // The machine's trouble, not the file's: no descriptor, no room.
    if (/^E[A-Z]+$/.test(fault.code ?? '')) return { ok: false, code: 'system', message: fault.code ?? '' };
    return { ok: false, code: fault.name, message: fault.message };
  }
}

stepBack();
parentPort?.postMessage(await inspect(workerData as InspectRequest));
