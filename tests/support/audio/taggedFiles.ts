// Twelve metadata values in six formats, written as phones and programs do, each with a canary.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { voice } from '../server/voice.ts';
import { ask } from './ffmpeg.ts';
import { writeWav } from './wav.ts';

const SECONDS = 6;
const RATE = 44_100;

export interface TaggedFile {
  extension: string;
  type: string;
  /** Our name of a planted field → the value that must not remain. */
  canaries: Readonly<Record<string, string>>;
  bytes: Buffer;
}

const LOCATION = '+48.1173-011.5167/';
/** `key`: ffmpeg's name of the field; `name`: the engine's. */
const PLANTS: readonly {
  extension: string;
  type: string;
  options: readonly string[];
  fields: readonly { key: string; name: string; value: string }[];
}[] = [
  {
    extension: 'm4a',
    type: 'audio/x-m4a',
    options: ['-c:a', 'aac', '-movflags', 'use_metadata_tags'],
    fields: [
      { key: 'location', name: 'location', value: LOCATION },
      { key: 'model', name: 'model', value: 'canary-02-phone' },
      { key: 'artist', name: 'artist', value: 'canary-03-person' },
    ],
  },
  {
    extension: 'mp3',
    type: 'audio/mpeg',
    options: ['-c:a', 'libmp3lame', '-id3v2_version', '3'],
    fields: [
      { key: 'artist', name: 'artist', value: 'canary-04-person' },
      { key: 'title', name: 'title', value: 'canary-05-title' },
      { key: 'encoded_by', name: 'encoded_by', value: 'canary-06-device' },
    ],
  },
  {
    extension: 'webm',
    type: 'audio/webm',
    options: ['-c:a', 'libopus'],
    fields: [{ key: 'comment', name: 'comment', value: 'canary-07-note' }],
  },
  {
    extension: 'wav',
    type: 'audio/wav',
    options: ['-c:a', 'pcm_s16le'],
    fields: [
      { key: 'artist', name: 'artist', value: 'canary-08-person' },
      { key: 'comment', name: 'comment', value: 'canary-09-note' },
    ],
  },
  {
    extension: 'flac',
    type: 'audio/flac',
    options: ['-c:a', 'flac'],
    fields: [{ key: 'contact', name: 'contact', value: 'canary-10-phone-number' }],
  },
  {
    extension: 'ogg',
    type: 'audio/ogg',
    options: ['-c:a', 'libvorbis'],
    fields: [
      { key: 'location', name: 'location', value: 'canary-11-street' },
      { key: 'organization', name: 'organization', value: 'canary-12-employer' },
    ],
  },
];

/** Makes the six files with ffmpeg. */
export function taggedFiles(): TaggedFile[] {
  const folder = mkdtempSync(join(tmpdir(), 'aural-tagged-'));
  try {
    const source = join(folder, 'voice.wav');
    writeFileSync(source, writeWav({ sampleRate: RATE, channels: [voice(SECONDS, RATE)] }));
    return PLANTS.map(({ extension, type, options, fields }) => {
      const path = join(folder, `planted.${extension}`);
      const tags = fields.flatMap(({ key, value }) => ['-metadata', `${key}=${value}`]);
      ask('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-i', source, ...options, ...tags, path]);
      const canaries = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
      return { extension, type, canaries, bytes: readFileSync(path) };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
