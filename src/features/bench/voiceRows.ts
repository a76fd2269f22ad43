// Voice tools; no browser has a counterpart.
import { likeness } from './likeness.ts';
import { type BenchRow, ignoreFile, NO_BROWSER, whole, withCut } from './row.ts';

/** A fixed secret for the test. */
const PERSONA = { secret: new Uint8Array(32).fill(7), take: 'bench', strength: 'strong' } as const;
const LUFS_OFF = 0.6;
/** Above this similarity the persona would not hide the voice. */
const DISGUISED = 0.9;

const pauses: BenchRow = {
  id: 'pauses',
  group: 'voice',
  unit: 'realtime',
  async check({ dsp, samples, signal }) {
    const cuts = await dsp.proposePauses(samples.mp3, {}, undefined, { signal });
    const isInside = (start: number, end: number) =>
      samples.pauses.some((pause) => start >= pause.start - 0.1 && end <= pause.end + 0.6);
    return {
      what: 'pauses',
      wanted: String(samples.pauses.length),
      engine: String(cuts.length),
      isRight: cuts.length === samples.pauses.length && cuts.every(({ start, end }) => isInside(start, end)),
      ...NO_BROWSER,
    };
  },
  async engine({ dsp, samples, signal }) {
    await dsp.proposePauses(samples.mp3, {}, undefined, { signal });
    return { amount: samples.seconds };
  },
  browser: 'none',
};

const planLoudness: BenchRow = {
  id: 'plan-loudness',
  group: 'voice',
  unit: 'realtime',
  async check({ dsp, samples, signal }) {
    const plan = await dsp.planLoudness(samples.tone, [{ start: 0, end: 5 }], undefined, undefined, {
      signal,
    });
    return {
      what: 'loudness',
      wanted: '-23.01',
      engine: plan.measuredLufs?.toFixed(2) ?? '–',
      isRight: plan.measuredLufs !== null && Math.abs(plan.measuredLufs + 23.01) <= 0.1,
      ...NO_BROWSER,
    };
  },
  async engine(bench) {
    const { dsp, samples, signal } = bench;
    await dsp.planLoudness(samples.mp3, whole(bench), undefined, undefined, { signal });
    return { amount: samples.seconds };
  },
  browser: 'none',
};

const loudness: BenchRow = {
  id: 'loudness',
  group: 'voice',
  unit: 'realtime',
  async check(bench) {
    const { dsp, samples, signal } = bench;
    const plan = await dsp.planLoudness(samples.wav, whole(bench), undefined, undefined, { signal });
    const tools = { loudness: plan };
    const { lufs } = await withCut(bench, samples.wav, whole(bench), { format: 'wav', tools }, (file) =>
      dsp.analyse(file, ['lufs'], undefined, { signal }),
    );
    return {
      what: 'loudness',
      wanted: plan.targetLufs.toFixed(2),
      engine: lufs?.toFixed(2) ?? '–',
      isRight: lufs !== null && Math.abs(lufs - plan.targetLufs) <= LUFS_OFF,
      ...NO_BROWSER,
    };
  },
  async engine(bench) {
    const { dsp, samples, signal } = bench;
    const plan = await dsp.planLoudness(samples.wav, whole(bench), undefined, undefined, { signal });
    const tools = { loudness: plan };
    await withCut(bench, samples.wav, whole(bench), { format: 'wav', tools }, ignoreFile);
    return { amount: samples.seconds };
  },
  browser: 'none',
};

const persona: BenchRow = {
  id: 'persona',
  group: 'voice',
  unit: 'realtime',
  async check({ dsp, samples, signal }) {
    const { channels } = await dsp.decodeRange(
      samples.wav,
      0,
      samples.seconds,
      { persona: PERSONA },
      { signal },
    );
    const sound = channels[0] ?? new Float32Array();
    const like = likeness(samples.pcm, sound);
    const power = Math.sqrt(sound.reduce((sum, value) => sum + value * value, 0) / Math.max(1, sound.length));
    return {
      what: 'voice',
      wanted: `< ${DISGUISED}`,
      engine: like.toFixed(2),
      isRight: sound.length === samples.pcm.length && power > 0.001 && like < DISGUISED,
      ...NO_BROWSER,
    };
  },
  async engine({ dsp, samples, signal }) {
    await dsp.decodeRange(samples.wav, 0, samples.seconds, { persona: PERSONA }, { signal });
    return { amount: samples.seconds };
  },
  browser: 'none',
};

export const voiceRows = [pauses, planLoudness, loudness, persona];
