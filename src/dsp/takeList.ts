// Several files as one that the engine reads (`dsp/core/src/decode/takes/list.rs` has the layout). A Blob of Blobs copies
// nothing.

/** A part of a source, or silence; seconds. */
export type TakeEntry = { source: Blob; start: number; end: number } | { silence: number };

const MAGIC = 'AURALTK1';
const COUNTS_BYTES = 8;
const SOURCE_BYTES = 8;
const ENTRY_BYTES = 20;
const SILENCE = 0xffff_ffff;

/** The sources are read again with every use, so they must stay readable. */
export function joinTakes(entries: readonly TakeEntry[]): Blob {
  const sources = [...new Set(entries.flatMap((entry) => ('silence' in entry ? [] : [entry.source])))];
  const start = MAGIC.length + COUNTS_BYTES;
  const head = new DataView(
    new ArrayBuffer(start + sources.length * SOURCE_BYTES + entries.length * ENTRY_BYTES),
  );
  for (let at = 0; at < MAGIC.length; at++) head.setUint8(at, MAGIC.charCodeAt(at));
  head.setUint32(MAGIC.length, sources.length, true);
  head.setUint32(MAGIC.length + 4, entries.length, true);
  let at = start;
  for (const { size } of sources) {
    head.setBigUint64(at, BigInt(size), true);
    at += SOURCE_BYTES;
  }
  for (const entry of entries) {
    const isSilent = 'silence' in entry;
    head.setUint32(at, isSilent ? SILENCE : sources.indexOf(entry.source), true);
    head.setFloat64(at + 4, isSilent ? 0 : entry.start, true);
    head.setFloat64(at + 12, isSilent ? entry.silence : entry.end, true);
    at += ENTRY_BYTES;
  }
  return new Blob([head.buffer, ...sources]);
}
