// Valid files with foreign bytes in every place that decoders ignore.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from '../audio/ffmpeg.ts';
import { type OggPacket, oggFile, oggPackets } from '../audio/oggPages.ts';
import { writeWav } from '../audio/wav.ts';
import { voice } from './voice.ts';

/** Part of every planted piece. */
export const CANARY = 'canary-7f3a9c';
const HTML = Buffer.from(`<!doctype html><script>window.pwned=1//${CANARY}</script>`);
const SCRIPT = Buffer.from(`/*\n*/window.pwned=1;//${CANARY}\n`);
const ZIP = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.from(CANARY), Buffer.alloc(18)]);
/** ID3v1 is 128 bytes. */
const ID3V1 = Buffer.alloc(128);
ID3V1.write(`TAG${CANARY}`, 'latin1');
const PIECES = [HTML, ZIP, ID3V1, SCRIPT];
const piece = (index: number) => PIECES[index % PIECES.length] as Buffer;

export interface Planted {
  name: string;
  bytes: Buffer;
  /** Decodes to the same audio as before planting. */
  plain: Buffer;
}

/** Makes a file with ffmpeg, from the file `input` or else from a voice. */
function made(extension: string, options: readonly string[], input?: { bytes: Buffer; extension: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'aural-planted-'));
  try {
    const samples = input ? null : voice(SECONDS, RATE);
    const from = join(folder, `in.${input?.extension ?? 'wav'}`);
    writeFileSync(from, input?.bytes ?? writeWav({ sampleRate: RATE, channels: [samples as Float32Array] }));
    const to = join(folder, `out.${extension}`);
    ask('ffmpeg', ['-v', 'error', '-nostdin', '-i', from, ...options, to]);
    return readFileSync(to);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const SECONDS = 6;
const RATE = 44_100;

/** ADTS frames (ISO 13818-7 §6.2): header and payload. */
function adtsFrames(file: Buffer): { head: Buffer; block: Buffer }[] {
  const frames = [];
  for (let at = 0; at + 7 < file.length; ) {
    const bytes = file.readUIntBE(at + 3, 3);
    const length = (bytes >> 5) & 0x1fff;
    frames.push({ head: file.subarray(at, at + 7), block: file.subarray(at + 7, at + length) });
    at += length;
  }
  return frames;
}

/** The frame of a block, its length in the header. */
function adtsFrame(head: Buffer, block: Buffer): Buffer {
  const made = Buffer.from(head);
  const length = block.length + 7;
  made.writeUIntBE((made.readUIntBE(3, 3) & ~(0x1fff << 5)) | (length << 5), 3, 3);
  return Buffer.concat([made, block]);
}

/** A `data_stream_element` with aligned bytes, placed before a block (ISO 14496-3 table 4.10). */
const dataStream = (bytes: Buffer) => Buffer.concat([Buffer.from([0b100_0000_1, bytes.length]), bytes]);

/** Empty `fill_element`s before a block, until one of 14 bytes starts where its payload is aligned. */
function fill(type: number): Buffer {
  const bits = [...Array<string>(7).fill('110_0000'), '110_1110'].join('').replaceAll('_', '');
  const heads = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const payload = Buffer.concat([Buffer.from([type << 4]), Buffer.from(CANARY.slice(0, 13))]);
  return Buffer.concat([Buffer.from(heads), payload]);
}

/** Bytes of MPEG-1 Layer III frames at 44.1 kHz without padding, by bitrate index. */
const LAYER3_KBPS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const layer3Bytes = (head: Buffer) =>
  Math.floor((144_000 * (LAYER3_KBPS[(head[2] as number) >> 4] as number)) / RATE) +
  (((head[2] as number) >> 1) & 1);

function layer3Frames(file: Buffer): Buffer[] {
  const frames = [];
  let at = 0;
  while (file.readUInt16BE(at) < 0xfff0) at++;
  for (; at + 4 <= file.length; ) {
    const length = layer3Bytes(file.subarray(at));
    frames.push(file.subarray(at, at + length));
    at += length;
  }
  return frames;
}

/** The same frame at 320 kbit/s: the spare bytes are ancillary data. */
function widened(frame: Buffer, ancillary: Buffer): Buffer {
  const head = Buffer.from(frame.subarray(0, 4));
  head[2] = (14 << 4) | ((head[2] as number) & 0x0f);
  const wide = Buffer.alloc(layer3Bytes(head));
  for (let at = frame.length; at < wide.length; at += ancillary.length) ancillary.copy(wide, at);
  frame.copy(wide);
  head.copy(wide);
  return wide;
}

/** Adds padding to an Opus packet of one frame (RFC 6716 §3.2.5). */
function padded(packet: Buffer, padding: Buffer): Buffer {
  const toc = packet[0] as number;
  if ((toc & 3) !== 0) throw new Error('a packet of one frame was expected');
  return Buffer.concat([Buffer.from([toc | 3, 0x41, padding.length]), packet.subarray(1), padding]);
}

function crc16(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x8005 : 0)) & 0xffff;
  }
  return crc;
}

/** A FLAC metadata block (RFC 9639 §8.1). */
const flacBlock = (type: number, body: Buffer) => {
  const head = Buffer.alloc(4);
  head[0] = type;
  head.writeUIntBE(body.length, 1, 3);
  return Buffer.concat([head, body]);
};

/** Metadata blocks and the data after them. */
function flacParts(file: Buffer): { info: Buffer; frames: Buffer } {
  let at = 4;
  for (let last = false; !last; ) {
    last = ((file[at] as number) & 0x80) !== 0;
    at += 4 + file.readUIntBE(at + 1, 3);
  }
  return { info: file.subarray(4, 42), frames: file.subarray(at) };
}

/** Puts `foreign` between the samples of the only frame and its checksum (RFC 9639 §9.3). */
function inFlacFrame(frame: Buffer, foreign: Buffer): Buffer {
  const body = Buffer.concat([frame.subarray(0, -2), foreign]);
  const sum = Buffer.alloc(2);
  sum.writeUInt16BE(crc16(body));
  return Buffer.concat([body, sum]);
}

const isAudio = (packet: OggPacket, index: number, headers: number) =>
  index >= headers && packet.bytes.length > 8;

let files: Planted[] | undefined;

/** Every accepted file type, planted in every place of its format; made once per process. */
export function planted(): Planted[] {
  files ??= makeFiles();
  return files;
}

function makeFiles(): Planted[] {
  const adts = made('aac', ['-c:a', 'aac', '-b:a', '64k']);
  const blocks = adtsFrames(adts);
  const mp3 = made('mp3', [
    '-c:a',
    'libmp3lame',
    '-b:a',
    '64k',
    '-reservoir',
    '0',
    '-write_xing',
    '0',
    '-id3v2_version',
    '0',
  ]);
  const frames = layer3Frames(mp3);
  const opus = oggPackets(made('opus', ['-c:a', 'libopus', '-b:a', '48k']));
  const vorbis = oggPackets(made('ogg', ['-c:a', 'libvorbis', '-q:a', '3']));
  const flac = made('flac', ['-c:a', 'flac', '-frame_size', '4608']);
  const { info, frames: flacFrames } = flacParts(flac);
  const short = flacParts(made('flac', ['-c:a', 'flac', '-ar', '8000', '-frame_size', '65535']));
  const wav = writeWav({ sampleRate: RATE, channels: [voice(SECONDS, RATE)] });

  const plantedAac = (before: (index: number) => Buffer) =>
    Buffer.concat(
      blocks.map(({ head, block }, index) => adtsFrame(head, Buffer.concat([before(index), block]))),
    );
  const streamed = plantedAac((index) => dataStream(piece(index)));
  const filled = plantedAac((index) => fill(index % 2));
  const paddedOpus = oggFile(
    opus.map((packet, index) =>
      isAudio(packet, index, 2) ? { ...packet, bytes: padded(packet.bytes, piece(index)) } : packet,
    ),
  );
  const plainOpus = oggFile(opus);
  const copied = (bytes: Buffer, extension: string, to: string) =>
    made(to, ['-c', 'copy', '-strict', '-2'], { bytes, extension });
  const fLaC = Buffer.from('fLaC');

  return [
    {
      name: 'ADTS, pages and archives between its frames',
      bytes: Buffer.concat(
        blocks.flatMap(({ head, block }, index) => [
          head,
          block,
          index % 9 === 4 ? piece(index) : Buffer.alloc(0),
        ]),
      ),
      plain: adts,
    },
    { name: 'ADTS, data streams', bytes: streamed, plain: adts },
    { name: 'ADTS, fill', bytes: filled, plain: adts },
    {
      name: 'ADTS, behind the end of its blocks',
      bytes: Buffer.concat(
        blocks.map(({ head, block }, index) => adtsFrame(head, Buffer.concat([block, piece(index)]))),
      ),
      plain: adts,
    },
    {
      name: 'MP4 with AAC, data streams',
      bytes: copied(streamed, 'aac', 'm4a'),
      plain: copied(adts, 'aac', 'm4a'),
    },
    { name: 'MP4 with AAC, fill', bytes: copied(filled, 'aac', 'm4a'), plain: copied(adts, 'aac', 'm4a') },
    {
      name: 'MP3, pages and archives between its frames',
      bytes: Buffer.concat(
        frames.flatMap((frame, index) => [frame, index % 9 === 4 ? piece(index) : Buffer.alloc(0)]),
      ),
      plain: mp3,
    },
    {
      name: 'MP3, ancillary data',
      bytes: Buffer.concat(frames.map((frame, index) => widened(frame, piece(index)))),
      plain: mp3,
    },
    {
      name: 'MP3, the tag of an encoder',
      bytes: Buffer.concat([taggedFrame(frames[0] as Buffer), mp3, ID3V1]),
      plain: mp3,
    },
    { name: 'Ogg with Opus, padding', bytes: paddedOpus, plain: plainOpus },
    {
      name: 'WebM with Opus, padding',
      bytes: copied(paddedOpus, 'opus', 'webm'),
      plain: copied(plainOpus, 'opus', 'webm'),
    },
    {
      name: 'MP4 with Opus, padding',
      bytes: copied(paddedOpus, 'opus', 'mp4'),
      plain: copied(plainOpus, 'opus', 'mp4'),
    },
    {
      name: 'Ogg with Opus, behind its header',
      bytes: oggFile(
        opus.map((packet, index) =>
          index === 0 ? { ...packet, bytes: Buffer.concat([packet.bytes, HTML]) } : packet,
        ),
      ),
      plain: plainOpus,
    },
    {
      name: 'Ogg with Vorbis, behind the end of its packets',
      bytes: oggFile(
        vorbis.map((packet, index) =>
          isAudio(packet, index, 3)
            ? { ...packet, bytes: Buffer.concat([packet.bytes, piece(index)]) }
            : packet,
        ),
      ),
      plain: oggFile(vorbis),
    },
    {
      name: 'FLAC, padding and an application',
      bytes: Buffer.concat([
        fLaC,
        info,
        flacBlock(1, HTML),
        flacBlock(2, Buffer.concat([Buffer.from('html'), HTML])),
        flacBlock(0x80 | 1, ZIP),
        flacFrames,
      ]),
      plain: flac,
    },
    {
      name: 'FLAC, before the checksum of a frame',
      bytes: Buffer.concat([fLaC, flacBlock(0x80, short.info.subarray(4)), inFlacFrame(short.frames, HTML)]),
      plain: Buffer.concat([fLaC, flacBlock(0x80, short.info.subarray(4)), short.frames]),
    },
    { name: 'WAVE, behind its samples', bytes: Buffer.concat([wav, HTML, ZIP]), plain: wav },
  ];
}

/** A silent frame with a Xing header that names an encoder. */
function taggedFrame(like: Buffer): Buffer {
  const frame = Buffer.alloc(like.length);
  like.copy(frame, 0, 0, 4);
  frame.write('Info', 21, 'latin1');
  frame.write(CANARY, 29, 'latin1');
  return frame;
}
