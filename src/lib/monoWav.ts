// One channel of 16-bit PCM as a WAVE file.

const HEAD_BYTES = 44;
const FULL_SCALE = 32_767;

/** 16-bit PCM of −1…1; louder samples are clipped to full scale. */
export function pcm16(samples: Float32Array): Int16Array<ArrayBuffer> {
  return Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * FULL_SCALE));
}

/** Joins `pieces` of PCM behind one header. Little-endian machines only, as in every browser. */
export function monoWav(pieces: readonly Int16Array<ArrayBuffer>[], sampleRate: number): Blob {
  const bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  const head = new DataView(new ArrayBuffer(HEAD_BYTES));
  const text = (at: number, word: string) => {
    for (let index = 0; index < word.length; index++) head.setUint8(at + index, word.charCodeAt(index));
  };
  text(0, 'RIFF');
  head.setUint32(4, HEAD_BYTES - 8 + bytes, true);
  text(8, 'WAVEfmt ');
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, sampleRate, true);
  head.setUint32(28, sampleRate * 2, true);
  head.setUint16(32, 2, true);
  head.setUint16(34, 16, true);
  text(36, 'data');
  head.setUint32(40, bytes, true);
  return new Blob([head, ...pieces], { type: 'audio/wav' });
}
