// Files that the workers make: they grow on disk where the browser has one, and this page knows which those are.
import type { KeptPath, ScratchPath } from './protocol.ts';
import { discardScratch, keepScratch, reserveScratch } from './scratch.ts';

/** What is on the page's heap while a file is detached. */
const DETACH_BYTES = 1 << 20;

export interface MadeFiles {
  /** Reserves a place for the file that `work` makes; null: in memory. Where `work` fails, nothing of it stays. */
  make<R extends { file: Blob }>(work: (scratch: ScratchPath | null) => Promise<R>): Promise<R>;
  /** See `Dsp.discard`. */
  discard(file: Blob): Promise<void>;
  /** See `Dsp.detach`. */
  detach(file: Blob): Promise<Blob>;
  /** See `Dsp.keep`. */
  keep(file: Blob): Promise<KeptPath | null>;
}

export function createMadeFiles(): MadeFiles {
  const onDisk = new WeakMap<Blob, ScratchPath>();
  return {
    async make(work) {
      const scratch = await reserveScratch();
      try {
        const result = await work(scratch);
        if (scratch) onDisk.set(result.file, scratch);
        return result;
      } catch (error) {
        if (scratch) void discardScratch(scratch);
        throw error;
      }
    },
    async discard(file) {
      const scratch = onDisk.get(file);
      if (scratch) await discardScratch(scratch);
    },
    async detach(file) {
      const scratch = onDisk.get(file);
      if (!scratch) return file;
      const pieces: Blob[] = [];
      for (let at = 0; at < file.size; at += DETACH_BYTES)
        pieces.push(new Blob([await file.slice(at, at + DETACH_BYTES).arrayBuffer()]));
      await discardScratch(scratch);
      return new Blob(pieces, { type: file.type });
    },
    async keep(file) {
      const scratch = onDisk.get(file);
      return scratch ? keepScratch(scratch) : null;
    },
  };
}
