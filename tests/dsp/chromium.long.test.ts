// The engine in Chromium's worker, through the page's client: the same bytes as in Node. A 2-minute file
// (120 minutes in the full run) needs no more memory than a 1-minute file.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCore } from '../../dsp/cli/node.mjs';
import { type LongKind, makeLong } from '../support/audio/longAudio.ts';
import { FORMATS, makeFile } from '../support/audio/mediaFiles.ts';
import { type EnginePage, openEnginePage } from '../support/engine/enginePage.ts';
import { EVERY_PART, onFile, plain } from '../support/engine/nodeEngine.ts';
import { inScope } from '../support/server/scope.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const folder = temporaryFolder('chromium');
let page: EnginePage;

beforeAll(async () => {
  page = await openEnginePage();
});
afterAll(async () => {
  await page.close();
});

/** Every scope covers what phones record and the most common upload format; the full scope covers every format. */
const formats = inScope(
  FORMATS.filter(({ name }) => ['WebM/Opus', 'MP3'].includes(name)),
  FORMATS,
);

describe.each(formats)('$name gives the same result in Chromium and Node', (format) => {
  // Long enough to pass the decoder's first anchor at 30 s: all formats in the full run, otherwise WebM/Opus.
  const seconds = format.name === 'WebM/Opus' ? 32 : inScope(8, 32);
  const regions = [
    { start: 0.25, end: 1.75 },
    { start: seconds - 2.5, end: seconds - 0.1 },
  ];
  const late: [number, number] = [seconds - 2.1, seconds - 1.6];
  const bounds = Float64Array.from(regions.flatMap(({ start, end }) => [start, end]));
  let input: string;
  beforeAll(() => {
    input = makeFile(folder, format, seconds);
  });

  it('analysed: duration, digest, loudness, peaks, silence, cover, envelope', async () => {
    const { result } = await page.run(
      input,
      async ({ dsp }, file, parts) => {
        const pairs: number[] = [];
        const analysis = await dsp.analyse(file, parts, (chunk) => void pairs.push(...chunk.pairs));
        const inspection = await dsp.inspect(file);
        return {
          ...analysis,
          cover: [...analysis.cover],
          envelope: [...analysis.envelope],
          pairs,
          inspection,
          digest: await dsp.sha256(file),
        };
      },
      EVERY_PART,
    );
    const pairs: number[] = [];
    const node = await onFile(input, (core, source) => {
      const analysis = core.analyse(source, EVERY_PART, (chunk) => void pairs.push(...chunk.pairs));
      return { ...analysis, inspection: core.inspect(source), digest: core.sha256(source, undefined) };
    });
    expect(pairs.length).toBeGreaterThan(2 * seconds * 170);
    expect(plain(result)).toEqual({ ...node.facts, pairs });
  });

  it('cut to WAV and MP3, repaired, decoded in part', async () => {
    const { result } = await page.run(
      input,
      async ({ dsp, digestOf }, file, { kept, late }) => {
        const wav = await dsp.cut(file, kept, { format: 'wav' });
        const mp3 = await dsp.cut(file, kept, { format: 'mp3', kbps: 96 });
        const repaired = await dsp.repair(file);
        const range = await dsp.decodeRange(file, ...late);
        return {
          wav: await digestOf(wav.file),
          mp3: await digestOf(mp3.file),
          repaired: await digestOf(repaired.file),
          report: repaired.report,
          range: await digestOf(new Blob(range.channels)),
        };
      },
      { kept: regions, late },
    );
    const wav = await onFile(input, (core, source, sink) => core.cut(source, bounds, 'wav', 128, sink));
    const mp3 = await onFile(input, (core, source, sink) => core.cut(source, bounds, 'mp3', 96, sink));
    const repaired = await onFile(input, (core, source, sink) => core.repair(source, sink, false));
    const range = await onFile(input, (core, source, sink) => {
      for (const channel of core.decodeRange(source, ...late).channels)
        sink.write(new Uint8Array(channel.buffer));
    });
    expect(range.digest).not.toBeNull();
    expect(result).toEqual({
      wav: wav.digest,
      mp3: mp3.digest,
      repaired: repaired.digest,
      report: repaired.facts,
      range: range.digest,
    });
  });

  it('processed: pauses, loudness and fades', async () => {
    const { result } = await page.run(
      input,
      async ({ dsp, digestOf }, file, { kept, late }) => {
        const loudness = await dsp.planLoudness(file, kept);
        const tools = { loudness, fades: { inSeconds: 0.2, outSeconds: 0.4 } };
        const mp3 = await dsp.cut(file, kept, { format: 'mp3', kbps: 96, tools });
        const range = await dsp.decodeRange(file, ...late, tools);
        return {
          pauses: await dsp.proposePauses(file, { minSeconds: 1 }),
          loudness,
          mp3: await digestOf(mp3.file),
          range: await digestOf(new Blob(range.channels)),
        };
      },
      { kept: regions, late },
    );
    const tools = (
      core: Awaited<ReturnType<typeof loadCore>>,
      source: Parameters<typeof core.inspect>[0],
    ) => ({
      loudness: core.planLoudness(source, bounds),
      fades: { inSeconds: 0.2, outSeconds: 0.4 },
    });
    const { facts } = await onFile(input, (core, source) => ({
      pauses: core.proposePauses(source, 1),
      loudness: core.planLoudness(source, bounds),
    }));
    const mp3 = await onFile(input, (core, source, sink) =>
      core.cut(source, bounds, 'mp3', 96, sink, undefined, tools(core, source)),
    );
    const range = await onFile(input, (core, source, sink) => {
      for (const channel of core.decodeRange(source, ...late, tools(core, source)).channels)
        sink.write(new Uint8Array(channel.buffer));
    });
    expect(plain(result)).toEqual({ ...facts, mp3: mp3.digest, range: range.digest });
  });

  it('written as a peak file and as a clean copy', async () => {
    const { result } = await page.run(input, async ({ core, digestOf }, file) => {
      const peaks = await core('peaksDat', file);
      const copy = await core('remux', file);
      return {
        peaks: { facts: peaks.facts, digest: await digestOf(peaks.file) },
        remux: { facts: copy.facts, digest: await digestOf(copy.file) },
      };
    });
    const node = {
      peaks: await onFile(input, (core, source, sink) => core.peaksDat(source, sink)),
      remux: await onFile(input, (core, source, sink) => core.remux(source, sink, false)),
    };
    expect(node.peaks.facts.pairs).toBeGreaterThan(seconds * 170);
    expect(node.remux.facts.seconds).toBeCloseTo(seconds, 1);
    expect(result).toEqual(node);
  });
});

it('solves a challenge with the same nonces as Node', async () => {
  const input = makeFile(folder, FORMATS[0] as (typeof FORMATS)[0], 1);
  const { result } = await page.run(input, ({ dsp }) => dsp.solveChallenge('a challenge', 6, 11, [], 60_000));
  const core = await loadCore();
  const solver = new core.PowSolver('a challenge', 6, 11, new Uint32Array());
  while (!solver.step(1 << 16));
  expect(result.nonces).toEqual([...solver.nonces()]);
  solver.free();
});

const MINUTES = inScope(2, 120);

describe(`memory for ${MINUTES} minutes stays within 10 % of that for 1 minute and below 64 MiB`, () => {
  async function peak(
    kind: LongKind,
    minutes: number,
    task: Parameters<EnginePage['run']>[1],
  ): Promise<number> {
    const file = makeLong(folder, kind, minutes);
    const { result, wasmBytes } = await page.run(file, task, minutes);
    rmSync(file);
    expect(result).toBeGreaterThan(minutes * 59);
    return wasmBytes;
  }

  const tasks: [LongKind, string, Parameters<EnginePage['run']>[1]][] = [
    [
      'webm',
      'peaks',
      async ({ dsp }, file) =>
        (await dsp.analyse(file, ['sha256', 'lufs', 'silence', 'cover', 'envelope'], () => {})).seconds,
    ],
    ['mp3', 'decode', async ({ dsp }, file) => (await dsp.repair(file)).report.seconds],
    [
      'webm',
      'cut',
      async ({ dsp }, file, minutes) => {
        const at = (minutes as number) * 60;
        await dsp.cut(
          file,
          [
            { start: 1, end: 5 },
            { start: at - 4, end: at - 1 },
          ],
          { format: 'wav' },
        );
        return at;
      },
    ],
    [
      'wav',
      'encode',
      async ({ dsp }, file) => {
        const whole = [{ start: 0, end: 1e9 }];
        return (await dsp.cut(file, whole, { format: 'mp3', kbps: 64 })).seconds;
      },
    ],
  ];

  it.each(tasks)(
    '%s, %s',
    async (kind, operation, task) => {
      const short = await peak(kind, 1, task);
      const long = await peak(kind, MINUTES, task);
      console.log(`${kind} ${operation}: ${short / 2 ** 20} → ${long / 2 ** 20} MiB`);
      expect(Math.max(short, long)).toBeLessThan(64 * 2 ** 20);
      expect(Math.max(short, long) / Math.min(short, long)).toBeLessThanOrEqual(1.1);
    },
    900_000,
  );
});
