// Two Chromium workers produce the same peaks and MP3 bytes for a recording of minutes as one pass in Node.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LongKind, makeLong } from '../support/audio/longAudio.ts';
import { type EnginePage, openEnginePage } from '../support/engine/enginePage.ts';
import { onFile, plain } from '../support/engine/nodeEngine.ts';
import { inScope } from '../support/server/scope.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const folder = temporaryFolder('shared');
/** Covers over two encoder segments, ten decoder anchors, and more bytes than one worker reads by itself. */
const MINUTES = 5;
const REGIONS = [
  { start: 2.5, end: 119.75 },
  { start: 120.5, end: 238 },
];
let page: EnginePage;

beforeAll(async () => {
  page = await openEnginePage();
});
afterAll(async () => {
  await page.close();
});

/** Every scope includes what phones record. HE-AAC (`aac`) needs the larger module in both workers. */
const kinds = inScope<LongKind[]>(['webm'], ['webm', 'mp3', 'm4a', 'aac', 'wav']);

describe.each(kinds)('%s on two workers', (kind) => {
  it('has the peaks and the MP3 of one', async () => {
    const input = makeLong(folder, kind, MINUTES);
    const {
      result: { reports, ...result },
    } = await page.run(
      input,
      async ({ shared, digestOf }, file, regions) => {
        const pairs: number[] = [];
        const reports: { seconds: number; pairs: number }[] = [];
        const tell = ({ seconds }: { seconds: number }) =>
          void reports.push({ seconds, pairs: pairs.length });
        const analysis = await shared.analyse(file, [], (chunk) => void pairs.push(...chunk.pairs), {
          onEstimate: tell,
          onInspection: tell,
        });
        const { file: mp3, ...report } = await shared.cut(file, regions, { format: 'mp3', kbps: 96 });
        return { reports, analysis, pairs, report, mp3: await digestOf(mp3) };
      },
      REGIONS,
    );
    const pairs: number[] = [];
    const analysis = await onFile(input, (core, source) =>
      core.analyse(source, [], (chunk) => void pairs.push(...chunk.pairs)),
    );
    const bounds = Float64Array.from(REGIONS.flatMap(({ start, end }) => [start, end]));
    const mp3 = await onFile(input, (core, source, sink) => core.cut(source, bounds, 'mp3', 96, sink));
    // The end of a WebM file gives its length early; the full read corrects it.
    expect(reports.length).toBe(kind === 'webm' ? 2 : 1);
    for (const { seconds, pairs: drawn } of reports) {
      expect(Math.abs(seconds - MINUTES * 60)).toBeLessThan(0.1);
      expect(drawn).toBeLessThan(pairs.length / 2);
    }
    expect(reports.at(-1)?.seconds).toBe(result.analysis.seconds);
    expect(pairs.length).toBeGreaterThan(2 * MINUTES * 60 * 120);
    expect(plain(result)).toEqual(
      plain({ analysis: analysis.facts, pairs, report: mp3.facts, mp3: mp3.digest }),
    );
  });
});
