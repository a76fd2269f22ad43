// Refuses files that are clearly not audio by their first bytes, without starting a thread.

const ascii = (bytes: Uint8Array, at: number, text: string) =>
  [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));

/** ID3v2 or an MPEG sync word (11 ones, ISO 11172-3 §2.4.2.3; ADTS has 12). */
const isMpeg = (bytes: Uint8Array) =>
  ascii(bytes, 0, 'ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0);

const isEbml = (bytes: Uint8Array) =>
  bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3;

/** The type of a file that is text, a picture, an archive or a program; null for possible audio. */
export function knownNonAudio(bytes: Uint8Array): string | null {
  const has = (text: string) => ascii(bytes, 0, text);
  if (has('ID3') || isMpeg(bytes) || isEbml(bytes)) return null;
  if (has('RIFF') || has('RF64') || has('OggS') || has('fLaC') || ascii(bytes, 4, 'ftyp')) return null;
  if (has('%PDF')) return 'PDF';
  if (has('PK\u0003\u0004')) return 'ZIP';
  if (has('\u007fELF')) return 'ELF';
  if (has('GIF8')) return 'GIF';
  if (has('\u0000asm')) return 'WebAssembly';
  // A draft of several takes; the editor exports it before publishing.
  if (has('AURALTK')) return 'draft';
  if (bytes[0] === 0x89 && ascii(bytes, 1, 'PNG')) return 'PNG';
  return isText(bytes) ? 'text' : null;
}

/** Well-formed UTF-8 without control characters. */
function isText(bytes: Uint8Array): boolean {
  const cut = bytes.subarray(0, 1024);
  const text = new TextDecoder('utf-8', { fatal: false }).decode(cut, { stream: true });
  return text.length > 0 && !/[^\P{Cc}\t\n\v\f\r]|\ufffd/u.test(text);
}
