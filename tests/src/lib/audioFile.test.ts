import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AUDIO_MAX_BYTES } from '../../../api/contract/limits.ts';
import {
  ALLOWED_TYPES,
  AUDIO_ACCEPT,
  judgeAudioFile,
  normaliseType,
  sniffType,
} from '../../../src/lib/audioFile.ts';

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const HEADS = {
  wav: bytes('RIFF\x24\0\0\0WAVEfmt '),
  ogg: bytes('OggS\0\x02'),
  m4a: bytes('\0\0\0\x20ftypM4A '),
  webm: bytes('\x1a\x45\xdf\xa3\x9f'),
  mp3: bytes('\xff\xfb\x90\x64'),
  mov: bytes('\0\0\0\x08wide\0\0\0\x20mdat'),
  id3: bytes('ID3\x04\0'),
  aac: bytes('\xff\xf1\x50\x80'),
  aiff: bytes('FORM\0\0\x10\0AIFFCOMM'),
  flac: bytes('fLaC\0\0\0\x22'),
  text: bytes('hello, this is te'),
  pdf: bytes('%PDF-1.7'),
};

describe('the first bytes', () => {
  it.each([
    ['wav', 'audio/wav'],
    ['ogg', 'audio/ogg'],
    ['m4a', 'audio/m4a'],
    ['webm', 'audio/webm'],
    ['mp3', 'audio/mpeg'],
    ['mov', 'audio/m4a'],
    ['id3', 'audio/mpeg'],
    ['aac', 'audio/aac'],
    ['aiff', 'audio/aiff'],
    ['flac', 'audio/flac'],
    ['text', null],
  ] as const)('%s is %s', (head, type) => {
    expect(sniffType(HEADS[head])).toBe(type);
  });
});

describe('the verdict', () => {
  it.each([
    ['audio/x-m4a', 1000, 'm4a', { ok: true, type: 'audio/m4a' }],
    ['video/mp4', 1000, 'm4a', { ok: true, type: 'audio/m4a' }],
    ['audio/webm;codecs=opus', 1000, 'webm', { ok: true, type: 'audio/webm' }],
    ['', 1000, 'mp3', { ok: true, type: 'audio/mpeg' }],
    ['text/plain', 1000, 'wav', { ok: true, type: 'audio/wav' }],
    ['audio/mpeg', AUDIO_MAX_BYTES, 'mp3', { ok: true, type: 'audio/mpeg' }],
    ['audio/mpeg', AUDIO_MAX_BYTES + 1, 'mp3', { ok: false, reason: 'too_large' }],
    ['audio/mpeg', 0, 'text', { ok: false, reason: 'empty' }],
    ['text/plain', 0, 'text', { ok: false, reason: 'not_audio' }],
    ['audio/x-flac', 1000, 'flac', { ok: true, type: 'audio/flac' }],
    ['', 1000, 'aiff', { ok: true, type: 'audio/aiff' }],
    ['audio/amr', 1000, 'text', { ok: false, reason: 'unsupported' }],
    ['application/pdf', 1000, 'pdf', { ok: false, reason: 'not_audio' }],
    ['', 1000, 'text', { ok: false, reason: 'not_audio' }],
    // Renamed text still claims to be audio; the engine rejects its bytes later.
    ['audio/mpeg', 1000, 'text', { ok: true, type: 'audio/mpeg' }],
  ] as const)('%s, %i bytes, %s', (type, size, head, verdict) => {
    expect(judgeAudioFile({ type, size }, HEADS[head])).toEqual(verdict);
  });

  it('needs a file', () => {
    expect(judgeAudioFile(null, new Uint8Array())).toEqual({ ok: false, reason: 'not_a_file' });
  });

  it('strips parameters and knows aliases', () => {
    expect(normaliseType('Audio/X-WAV; rate=44100')).toBe('audio/wav');
    expect(normaliseType('audio/mp4')).toBe('audio/m4a');
    expect(normaliseType('image/png')).toBe('image/png');
  });
});

describe('file pickers', () => {
  it('list types and extensions in addition to audio/*, because iPhones would disable audio files', () => {
    const accepted = AUDIO_ACCEPT.split(',');
    expect(accepted[0]).toBe('audio/*');
    expect(new Set(accepted).size).toBe(accepted.length);
    for (const entry of ['.mp3', '.m4a', '.wav', '.mov', '.mp4', '.webm', '.3gp', '.opus']) {
      expect(accepted).toContain(entry);
    }
    for (const entry of ['audio/mpeg', 'audio/x-m4a', 'audio/wav', 'video/mp4', 'video/quicktime']) {
      expect(accepted).toContain(entry);
    }
  });

  it('accept only types that the form accepts', () => {
    for (const type of AUDIO_ACCEPT.split(',').filter((entry) => /\/[^*]/.test(entry))) {
      expect([type, judgeAudioFile({ type, size: 1000 }, HEADS.text).ok]).toEqual([type, true]);
    }
  });

  it('share one list of types', () => {
    const own = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tsx'))
      .filter((path) => /accept=["'][^"']*audio/.test(readFileSync(`src/${path}`, 'utf8')));
    expect(own).toEqual([]);
  });
});

it('the share manifest accepts exactly the audio types that the app accepts', () => {
  const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'));
  const { accept } = manifest.share_target.params.files[0] as { accept: string[] };
  expect(accept.length).toBeGreaterThan(10);
  for (const type of accept) {
    expect(type).toMatch(/^audio\/[^*]+$/);
    expect(ALLOWED_TYPES).toContain(normaliseType(type));
  }
});
