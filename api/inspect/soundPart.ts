// Where the sound lies in a file that the engine wrote, without what only describes it: the same packets are recognised also when
// they came in another container, or without the frame or table that counts them.
import type { ByteSource } from '../../dsp/pkg/dsp.js';
import type { Container } from './wasm.ts';

/** Bitrates of Layer III in kbit/s by their number in the header, MPEG-1 and the lower rates; 0: none. */
const KBPS = {
  full: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  low: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const FULL_RATES = [44_100, 48_000, 32_000];
/** Of the longest frame. */
const FRAME_MAX_BYTES = 1441;

/** Bytes of the frame that begins the file, if it is the one without sound (`Info` or `Xing`); else 0. */
function countingFrame(file: ByteSource): number {
  const head = Buffer.from(file.readAt(0, Math.min(FRAME_MAX_BYTES, file.size)));
  if (head.length < 4 || head[0] !== 0xff) return 0;
  const [version, rate] = [((head[1] ?? 0) >> 3) & 3, FULL_RATES[((head[2] ?? 0) >> 2) & 3]];
  if (rate === undefined || version === 1) return 0;
  const isFull = version === 3;
  const kbps = (isFull ? KBPS.full : KBPS.low)[(head[2] ?? 0) >> 4] ?? 0;
  const padding = ((head[2] ?? 0) >> 1) & 1;
  const hz = rate / (isFull ? 1 : version === 2 ? 2 : 4);
  const length = Math.floor(((isFull ? 144_000 : 72_000) * kbps) / hz) + padding;
  const names = head.subarray(0, length);
  return names.includes('Info') || names.includes('Xing') ? length : 0;
}

/** The content of the first box with packets; the whole file without one. */
function packetBox(file: ByteSource): [from: number, to: number] {
  for (let at = 0; at + 8 <= file.size; ) {
    const head = Buffer.from(file.readAt(at, Math.min(16, file.size - at)));
    const short = head.readUInt32BE(0);
    const header = short === 1 ? 16 : 8;
    if (head.length < header) break;
    const size = short === 0 ? file.size - at : short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (head.toString('latin1', 4, 8) === 'mdat') return [at + header, Math.min(file.size, at + size)];
    if (size < header) break;
    at += size;
  }
  return [0, file.size];
}

/** The part of a file of ours that is its sound; all of it where nothing else is in it that could differ. */
export function soundPart(file: ByteSource, container: Container): ByteSource {
  const [from, to] =
    container === 'mp4' ? packetBox(file) : [container === 'mp3' ? countingFrame(file) : 0, file.size];
  return {
    size: to - from,
    readAt: (offset, length) => file.readAt(from + offset, Math.min(length, to - from - offset)),
  };
}
