// Files that play as audio and contain content that a browser would run.
import { loadCore } from '../../../dsp/cli/node.mjs';
import { planted } from '../server/planted.ts';
import { recording } from '../server/testApp.ts';
import { voice } from '../server/voice.ts';

const SCRIPT = '<!doctype html><script>window.pwned=1;alert(1)</script><img src=x onerror="window.pwned=1">';
const le32 = (value: number) =>
  Buffer.from([value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24]);

/** A WAVE with an extra chunk before its samples. */
function waveWith(id: string, body: Buffer): Buffer {
  const plain = recording(6);
  const chunk = Buffer.concat([
    Buffer.from(id, 'latin1'),
    le32(body.length + (body.length % 2)),
    body,
    Buffer.alloc(body.length % 2),
  ]);
  const bytes = Buffer.concat([plain.subarray(0, 36), chunk, plain.subarray(36)]);
  le32(bytes.length - 8).copy(bytes, 4);
  return bytes;
}

function id3(text: string): Buffer {
  const body = Buffer.from(`\u0000${text}`, 'latin1');
  const size = (value: number) =>
    Buffer.from([(value >> 21) & 127, (value >> 14) & 127, (value >> 7) & 127, value & 127]);
  const frame = Buffer.concat([Buffer.from('TIT2'), size(body.length), Buffer.from([0, 0]), body]);
  return Buffer.concat([Buffer.from('ID3\u0004\u0000\u0000', 'latin1'), size(frame.length), frame]);
}

async function mp3(seed: number): Promise<Buffer> {
  const core = await loadCore();
  const encoder = new core.Mp3Encoder(44_100, 1, 64);
  const samples = voice(6, 44_100);
  samples[1000] = seed / 100;
  const first = Buffer.from(encoder.encode([samples]));
  const { bytes, firstFrame } = encoder.finish();
  const file = Buffer.concat([first, bytes]);
  file.set(firstFrame, 0);
  return file;
}

export async function polyglots(): Promise<{ name: string; bytes: Buffer }[]> {
  const html = Buffer.from(SCRIPT);
  const script = Buffer.from('/*\n*/window.pwned=1;//');
  const zip = Buffer.concat([
    Buffer.from('PK\u0003\u0004', 'latin1'),
    html,
    Buffer.from('PK\u0005\u0006', 'latin1'),
    Buffer.alloc(18),
  ]);
  return [
    { name: 'WAVE, HTML behind it', bytes: Buffer.concat([recording(6), html]) },
    {
      name: 'WAVE, HTML in a list',
      bytes: waveWith('LIST', Buffer.concat([Buffer.from('INFOINAM'), le32(html.length), html])),
    },
    { name: 'WAVE, HTML in junk', bytes: waveWith('junk', html) },
    { name: 'WAVE, script in junk', bytes: waveWith('junk', script) },
    { name: 'WAVE, ZIP behind it', bytes: Buffer.concat([recording(6), zip]) },
    { name: 'MP3, HTML in its title', bytes: Buffer.concat([id3(SCRIPT), await mp3(1)]) },
    { name: 'MP3, HTML before it', bytes: Buffer.concat([html, await mp3(2)]) },
    { name: 'MP3, HTML behind it', bytes: Buffer.concat([await mp3(3), html]) },
    { name: 'MP3, ZIP behind it', bytes: Buffer.concat([await mp3(4), zip]) },
    { name: 'MP3, script before it', bytes: Buffer.concat([script, await mp3(5)]) },
    ...planted(),
  ];
}
