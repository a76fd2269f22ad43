// A mono 16-bit WAV of a sine, as an address an audio element can play.

const RATE = 44_100;

/** `level` is the amplitude, 1 is full scale. Release it with `URL.revokeObjectURL`. */
export function toneUrl(hz: number, seconds: number, level = 0.36): string {
  const frames = Math.round(RATE * seconds);
  const view = new DataView(new ArrayBuffer(44 + 2 * frames));
  const text = (at: number, value: string) => {
    for (let i = 0; i < value.length; i++) view.setUint8(at + i, value.charCodeAt(i));
  };
  text(0, 'RIFF');
  view.setUint32(4, 36 + 2 * frames, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, 2 * RATE, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, 2 * frames, true);
  for (let i = 0; i < frames; i++) {
    view.setInt16(44 + 2 * i, 32_767 * level * Math.sin((2 * Math.PI * hz * i) / RATE), true);
  }
  return URL.createObjectURL(new Blob([view.buffer], { type: 'audio/wav' }));
}
