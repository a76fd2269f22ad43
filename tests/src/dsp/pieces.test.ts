// Shared work in a worker, with both modules as shipped.
import { readFile } from 'node:fs/promises';
import { afterEach, expect, it, vi } from 'vitest';
import type { PeaksChunk, SharedWork } from '../../../src/dsp/protocol.ts';
import { makeLong } from '../../support/audio/longAudio.ts';
import { temporaryFolder } from '../../support/storage/temporaryFolder.ts';

const WORKER = new URL('../../../src/dsp/worker/', import.meta.url);
const PKG = new URL('../../../dsp/pkg/', import.meta.url);
const folder = temporaryFolder('pieces');
/** Silence as AAC with nothing above its core: two channels, 44.1 kHz, 1,024 frames. */
const PLAIN_FRAME = [255, 241, 80, 128, 2, 31, 252, 33, 0, 73, 144, 2, 25, 0, 35, 128];
/** Over a minute, so that there are two pieces. */
const PLAIN_FRAMES = 2_800;
const HE_AAC_SECONDS = 1.5;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Its types are those of a worker, which tests do not have. */
const load = async (name: string): Promise<SharedWork> => import(new URL(name, WORKER).href);

/** Bytes that a worker reads at once. */
const asBlob = (bytes: Uint8Array) =>
  ({
    size: bytes.length,
    bytes,
    slice: (from: number, to: number) => asBlob(bytes.slice(from, to)),
  }) as unknown as Blob;

it('continues with the larger module where only the end of a file needs it', async () => {
  class Reader {
    readAsArrayBuffer(blob: unknown) {
      return (blob as { bytes: Uint8Array }).bytes.buffer;
    }
  }
  vi.stubGlobal('FileReaderSync', Reader);
  vi.stubGlobal('fetch', async (url: URL) => {
    return new Response(await readFile(url), { headers: { 'Content-Type': 'application/wasm' } });
  });
  const { start } = await load('wasm.ts');
  await start(await WebAssembly.compile(await readFile(new URL('first_bg.wasm', PKG))));
  const { estimateLength, mp3Run, peakPiece, planMp3, surveyPeaks } = await load('pieces.ts');

  const plain = Array.from({ length: PLAIN_FRAMES }, () => Buffer.from(PLAIN_FRAME));
  const heAac = await readFile(makeLong(folder, 'aac', HE_AAC_SECONDS / 60));
  const file = asBlob(Uint8Array.from(Buffer.concat([...plain, heAac])));
  const chunks: PeaksChunk[] = [];
  const report = (chunk: PeaksChunk) => void chunks.push(chunk);
  expect(await peakPiece('peaks', file, 0, report)).toBe(true);
  expect(await estimateLength('peaks', file)).toBeUndefined();
  const { inspection, pieces } = await surveyPeaks('peaks', file);
  expect(inspection.seconds).toBeCloseTo((PLAIN_FRAMES * 1_024) / 44_100 + HE_AAC_SECONDS, 1);
  expect(pieces).toBe(2);
  expect(await peakPiece('peaks', file, 1, report)).toBe(true);
  const last = chunks.at(-1) as PeaksChunk;
  expect((last.firstPair + last.rms.length) * last.framesPerPair).toBeGreaterThanOrEqual(inspection.frames);

  const cut = { file, regions: [{ start: 0, end: 1_000 }], kbps: 64 };
  const { segments } = await planMp3('cut', cut);
  expect(await mp3Run('cut', cut, 0, segments)).toMatchObject({ frames: inspection.frames });
});
