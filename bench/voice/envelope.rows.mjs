// The stored spectral envelope of a track: whether a tone is in its band, and the size of a piece.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { loadCore } from '../../dsp/cli/node.mjs';
import { voice } from '../dsp/voice.mjs';
import { appModule } from '../harness/appModule.mjs';
import { floatWav, RATE, source } from './takes.mjs';

export async function rows() {
  const core = await loadCore();
  const contract = await appModule('api/contract/spectralEnvelope.ts');
  const { ENVELOPE_BANDS: BANDS, ENVELOPE_FRAMES_PER_SECOND, PIECE_BYTES, PIECE_SECONDS } = contract;
  const envelopeOf = (samples, rate) =>
    core.analyse(source(floatWav([samples], rate)), ['envelope']).envelope;
  const octaves = Math.log2(contract.ENVELOPE_HIGHEST_HZ / contract.ENVELOPE_LOWEST_HZ);
  const bandOf = (hz) => Math.floor((Math.log2(hz / contract.ENVELOPE_LOWEST_HZ) / octaves) * BANDS);

  return [
    ...[8_000, 44_100, 48_000].map((rate) => ({
      name: `stored envelope of a 1 kHz tone, ${rate} Hz`,
      bars() {
        const tone = Float32Array.from({ length: PIECE_SECONDS * rate }, (_, n) => {
          return 0.3 * Math.sin((2 * Math.PI * 1000 * n) / rate);
        });
        const bytes = envelopeOf(tone, rate);
        const frames = bytes.length / BANDS;
        if (frames !== PIECE_SECONDS * ENVELOPE_FRAMES_PER_SECOND) throw new Error(`${frames} frames`);
        let inBand = 0;
        for (let at = 0; at < bytes.length; at += BANDS) {
          const frame = Array.from(bytes.subarray(at, at + BANDS));
          if (frame.indexOf(Math.max(...frame)) === bandOf(1000)) inBand++;
        }
        return [
          { what: 'frames that peak in its band', value: (100 * inBand) / frames, unit: '%', atLeast: 100 },
        ];
      },
    })),
    {
      name: 'a piece of the stored envelope',
      bars() {
        const bytes = envelopeOf(voice({ seconds: PIECE_SECONDS, sampleRate: RATE }), RATE);
        if (bytes.length !== PIECE_BYTES)
          throw new Error(`${bytes.length} bytes, the contract says ${PIECE_BYTES}`);
        return [
          { what: '30 s before compression', value: bytes.length / 1000, unit: 'kB', atMost: 7.2 },
          { what: 'of a voice with gzip', value: gzipSync(bytes).length / 1000, unit: 'kB' },
          { what: 'with brotli', value: brotliCompressSync(bytes).length / 1000, unit: 'kB' },
        ];
      },
    },
  ];
}
