// Exporting a take: mono speech at 44.1 kHz to MP3 at 128 kbit/s, on one thread, compared with LAME built
// for the browser.
import { registerMp3Encoder } from '@mediabunny/mp3-encoder';
import { AudioSample, AudioSampleSource, BufferTarget, Mp3OutputFormat, Output } from 'mediabunny';
import { createMp3Encoder } from 'wasm-media-encoders';
import { loadCore } from '../../dsp/cli/node.mjs';
import { voice } from './voice.mjs';

const SAMPLE_RATE = 44_100;
const KBPS = 128;
/** Samples per call, as the worker passes them. */
const BLOCK = 16_384;

/** @param {{ quick: boolean }} options */
export async function rows({ quick }) {
  const core = await loadCore();
  const lame = await createMp3Encoder();
  registerMp3Encoder();
  const seconds = quick ? 20 : 60;
  const pcm = voice({ seconds, sampleRate: SAMPLE_RATE });
  const blocks = [];
  for (let at = 0; at < pcm.length; at += BLOCK) blocks.push(pcm.subarray(at, at + BLOCK));

  const ours = () => {
    const encoder = new core.Mp3Encoder(SAMPLE_RATE, 1, KBPS);
    const parts = blocks.map((block) => encoder.encode([block]));
    const { bytes, firstFrame } = encoder.finish();
    const file = joined([...parts, bytes]);
    file.set(firstFrame, 0);
    return file;
  };
  const wasmMediaEncoders = () => {
    lame.configure({ sampleRate: SAMPLE_RATE, channels: 1, bitrate: KBPS });
    const parts = blocks.map((block) => lame.encode([block]).slice());
    return joined([...parts, lame.finalize().slice()]);
  };
  const mediabunny = async () => {
    const output = new Output({ format: new Mp3OutputFormat(), target: new BufferTarget() });
    const source = new AudioSampleSource({ codec: 'mp3', bitrate: KBPS * 1000 });
    output.addAudioTrack(source);
    await output.start();
    for (const [index, data] of blocks.entries()) {
      const timestamp = (index * BLOCK) / SAMPLE_RATE;
      const sample = new AudioSample({
        data: data.slice(),
        format: 'f32-planar',
        numberOfChannels: 1,
        sampleRate: SAMPLE_RATE,
        timestamp,
      });
      await source.add(sample);
      sample.close();
    }
    await output.finalize();
    return new Uint8Array(output.target.buffer);
  };
  const timed = (encode) => async () => {
    await encode();
    return seconds;
  };
  return [
    {
      name: `${seconds} s of speech to MP3 ${KBPS} kbit/s`,
      unit: 's of audio',
      async check() {
        for (const encode of [ours, wasmMediaEncoders, mediabunny]) {
          checkStream(encode.name, await encode(), pcm.length);
        }
        if (!Buffer.from(ours()).equals(Buffer.from(ours()))) throw new Error('two runs of ours differ');
      },
      ours: { name: 'dsp', run: timed(ours) },
      peers: [
        { name: 'wasm-media-encoders', run: timed(wasmMediaEncoders), done: 2, goal: 4 },
        { name: '@mediabunny/mp3-encoder', run: timed(mediabunny), done: 2, goal: 4 },
      ],
    },
  ];
}

function joined(parts) {
  const file = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

/** Layer III bitrates and MPEG-1 sampling rates in header order (ISO 11172-3 §2.4.2.3). */
const BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const RATES = [44_100, 48_000, 32_000];

/** Walks the frames behind an ID3 tag: none cut, all of the wanted rate but the first, which may be a tag. */
function checkStream(name, file, pcmFrames) {
  let at = 0;
  if (String.fromCharCode(...file.subarray(0, 3)) === 'ID3') {
    at = 10 + file.subarray(6, 10).reduce((size, byte) => size * 128 + byte, 0);
  }
  let frames = 0;
  while (at < file.length) {
    const kbps = BITRATES[file[at + 2] >> 4];
    const rate = RATES[(file[at + 2] >> 2) & 3];
    const isHeader = file[at] === 0xff && (file[at + 1] & 0xfe) === 0xfa;
    if (!isHeader || rate !== SAMPLE_RATE || (kbps !== KBPS && frames > 0)) {
      throw new Error(`${name}: no frame of ${KBPS} kbit/s at byte ${at}`);
    }
    at += Math.floor((144_000 * kbps) / rate) + ((file[at + 2] >> 1) & 1);
    frames += 1;
  }
  const needed = Math.ceil(pcmFrames / 1152);
  if (at !== file.length || frames < needed || frames > needed + 4) {
    throw new Error(`${name}: ${frames} frames for ${needed}`);
  }
}
