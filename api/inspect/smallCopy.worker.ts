// Worker thread that writes the small copy of one recording and ends.
import { parentPort, workerData } from 'node:worker_threads';
import { SMALL_KBPS } from '../contract/smallCopy.ts';
import { faultOf } from './fault.ts';
import type { SmallCopyReply, SmallCopyRequest } from './inspector.ts';
import { lowerPriority } from './priority.ts';
import { loadCore, withFile, writeWhole } from './wasm.ts';

const WHOLE_FILE = Float64Array.of(0, Number.MAX_VALUE);

async function makeSmallCopy({ path, smallPath, module }: SmallCopyRequest): Promise<SmallCopyReply> {
  try {
    const core = await loadCore(module);
    writeWhole(smallPath, (sink) =>
      withFile(path, (source) => core.cut(source, WHOLE_FILE, 'small', SMALL_KBPS, sink)),
    );
    return { ok: true };
  } catch (error) {
    return { ok: false, ...faultOf(error) };
  }
}

lowerPriority();
parentPort?.postMessage(await makeSmallCopy(workerData as SmallCopyRequest));
