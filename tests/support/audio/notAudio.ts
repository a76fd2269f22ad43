// Files of other types that are named and declared as audio.

const ascii = (text: string) => Buffer.from(text, 'latin1');
const padded = (head: Buffer | string, length = 2000) => {
  const bytes = Buffer.alloc(length, 7);
  (typeof head === 'string' ? ascii(head) : head).copy(bytes);
  return bytes;
};
const hex = (text: string) => Buffer.from(text, 'hex');

export const NOT_AUDIO: readonly [name: string, bytes: Buffer][] = [
  ['HTML', ascii('<!doctype html><script>alert(1)</script>'.repeat(30))],
  ['HTML behind white space', ascii(`\n\n   \t<html><body onload=alert(1)>${'x'.repeat(900)}`)],
  ['SVG', ascii(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${' '.repeat(900)}</svg>`)],
  ['XML', ascii(`<?xml version="1.0"?><x>${'y'.repeat(900)}</x>`)],
  ['JavaScript', ascii('alert(document.domain);\n'.repeat(50))],
  ['JSON', ascii(JSON.stringify({ audio: 'x'.repeat(900) }))],
  ['PDF', padded('%PDF-1.7\n')],
  ['ZIP', padded('PK\u0003\u0004')],
  ['draft', padded('AURALTK1')],
  ['an empty ZIP', padded('PK\u0005\u0006')],
  ['gzip', padded(hex('1f8b0800'))],
  ['RAR', padded('Rar!\u001a\u0007\u0001')],
  ['7z', padded(hex('377abcaf271c'))],
  ['ELF', padded(hex('7f454c4602010100'))],
  ['a Windows program', padded('MZ\u0090\u0000')],
  ['a Java class', padded(hex('cafebabe00000034'))],
  ['WebAssembly', padded(hex('0061736d01000000'))],
  ['PNG', padded(hex('89504e470d0a1a0a'))],
  ['GIF', padded('GIF89a')],
  ['JPEG', padded(hex('ffd8ffe000104a464946'))],
  ['WebP', padded(Buffer.concat([ascii('RIFF'), hex('00100000'), ascii('WEBPVP8 ')]))],
  ['AVI', padded(Buffer.concat([ascii('RIFF'), hex('00100000'), ascii('AVI LIST')]))],
  [
    'MP4 without a track',
    padded(Buffer.concat([hex('00000018'), ascii('ftypmp42'), hex('00000000'), ascii('mp42isom')])),
  ],
  ['an SQLite database', padded('SQLite format 3\u0000')],
  ['text', ascii('This is a letter and not a song.\n'.repeat(40))],
];
