// Whether a file may be published, from its name, declared type, size and first bytes. Pure. The declared type is
// normalised and counts only if the first bytes are inconclusive; the server decides again.
import { AUDIO_MAX_BYTES } from '../../api/contract/limits.ts';

/** The specified types, in their order, and further ones that the server accepts. */
export const ALLOWED_TYPES = [
  'audio/mpeg',
  'audio/mp3',
  'audio/wav',
  'audio/ogg',
  'audio/m4a',
  'audio/aac',
  'audio/webm',
  'audio/flac',
] as const;

/** Also read, and published as WAV. */
const AIFF = 'audio/aiff';

/** Aliases; a video container is audio if it has no picture, which later code checks. */
const ALIASES: Readonly<Record<string, (typeof ALLOWED_TYPES)[number] | typeof AIFF>> = {
  'audio/x-aiff': AIFF,
  'audio/x-mp3': 'audio/mpeg',
  'audio/mpeg3': 'audio/mpeg',
  'audio/x-mpeg': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/opus': 'audio/ogg',
  'audio/vorbis': 'audio/ogg',
  'application/ogg': 'audio/ogg',
  'audio/mp4': 'audio/m4a',
  'audio/x-m4a': 'audio/m4a',
  'video/mp4': 'audio/m4a',
  'video/quicktime': 'audio/m4a',
  'audio/3gpp': 'audio/m4a',
  'video/3gpp': 'audio/m4a',
  'audio/3gpp2': 'audio/m4a',
  'video/3gpp2': 'audio/m4a',
  'audio/aacp': 'audio/aac',
  'audio/x-aac': 'audio/aac',
  'video/webm': 'audio/webm',
  'audio/x-matroska': 'audio/webm',
  'video/x-matroska': 'audio/webm',
  'audio/x-flac': 'audio/flac',
  'application/x-flac': 'audio/flac',
};

/** File name extensions that the engine reads, including video containers that may have only sound. */
const AUDIO_EXTENSIONS = [
  '.mp3',
  '.wav',
  '.ogg',
  '.oga',
  '.opus',
  '.m4a',
  '.m4b',
  '.mp4',
  '.mov',
  '.3gp',
  '.3g2',
  '.aac',
  '.webm',
  '.weba',
  '.mka',
  '.flac',
  '.aif',
  '.aiff',
  '.aifc',
] as const;

/** Media types of the same files. */
const AUDIO_TYPES: readonly string[] = [...ALLOWED_TYPES, AIFF, ...Object.keys(ALIASES)];

/** `accept` of every file picker. With `audio/*` only, iPhones grey out audio files (WebKit bug 242110). */
export const AUDIO_ACCEPT = ['audio/*', ...AUDIO_TYPES, ...AUDIO_EXTENSIONS].join(',');

/** Bytes of the file's start that `judgeAudioFile` needs. */
export const HEAD_BYTES = 16;

export type FileVerdict =
  | { ok: true; type: string }
  | { ok: false; reason: 'not_a_file' | 'empty' | 'unsupported' | 'too_large' | 'not_audio' };

/** Lower case, without parameters, aliases resolved; unknown types stay unchanged. */
export function normaliseType(type: string): string {
  const bare = (type.split(';')[0] ?? '').trim().toLowerCase();
  return ALIASES[bare] ?? bare;
}

/** Type by the first bytes: an allowed one, another audio format, or null. */
export function sniffType(head: Uint8Array): string | null {
  const ascii = (from: number, text: string) =>
    [...text].every((char, index) => head[from + index] === char.charCodeAt(0));
  if (ascii(0, 'RIFF') && ascii(8, 'WAVE')) return 'audio/wav';
  if (ascii(0, 'OggS')) return 'audio/ogg';
  if (ascii(0, 'FORM') && (ascii(8, 'AIFF') || ascii(8, 'AIFC'))) return AIFF;
  // ISO 14496-12 §4.3; QuickTime files may begin without `ftyp`.
  if (['ftyp', 'moov', 'mdat', 'wide'].some((box) => ascii(4, box))) return 'audio/m4a';
  if (head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3) return 'audio/webm';
  if (ascii(0, 'fLaC')) return 'audio/flac';
  if (ascii(0, 'ID3')) return 'audio/mpeg';
  // Frame sync of ISO 11172-3 §2.4.1.3 (11 bits); layer 00 is ADTS (ISO 13818-7 §6.2), anything else MPEG audio.
  if (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0) {
    return ((head[1] ?? 0) & 0x06) === 0 ? 'audio/aac' : 'audio/mpeg';
  }
  return null;
}

/** The first problem in this order: no file, empty, not audio, wrong format, too large. */
export function judgeAudioFile(
  file: { type: string; size: number } | null | undefined,
  head: Uint8Array,
): FileVerdict {
  if (!file) return { ok: false, reason: 'not_a_file' };
  const declared = normaliseType(file.type);
  if (file.size === 0) {
    return { ok: false, reason: declared === '' || isAudio(declared) ? 'empty' : 'not_audio' };
  }
  const found = sniffType(head) ?? declared;
  if (!isAudio(found)) return { ok: false, reason: 'not_audio' };
  if (!isAllowed(found)) return { ok: false, reason: 'unsupported' };
  if (file.size > AUDIO_MAX_BYTES) return { ok: false, reason: 'too_large' };
  return { ok: true, type: found };
}

const isAudio = (type: string) => type.startsWith('audio/');
const isAllowed = (type: string) => type === AIFF || (ALLOWED_TYPES as readonly string[]).includes(type);
