// Tools from opening to applying and exporting: real atoms, an engine that records its calls.
import { createStore } from 'jotai/vanilla';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditionOptions } from '../../../../src/audio/audition.ts';
import type { Dsp } from '../../../../src/dsp/client.ts';
import type { Disturbances, LoudnessPlan, PauseCut, Region } from '../../../../src/dsp/protocol.ts';
import {
  areasAtom,
  canUndoAtom,
  choicesAtom,
  chooseToolsAtom,
  moveEditorAtom,
  openEditAtom,
  playheadAtom,
  redoAtom,
  selectAreaAtom,
  setEdgeAtom,
  sourceAtom,
  splitAreaAtom,
  undoAtom,
} from '../../../../src/features/editor/atoms.ts';
import { exportAtom, exportTakeAtom, resetExportAtom } from '../../../../src/features/editor/exportTake.ts';
import { playAtom, stopListeningAtom } from '../../../../src/features/editor/listen.ts';
import { createPeakPyramid } from '../../../../src/features/editor/peakPyramid.ts';
import { editorPortsAtom } from '../../../../src/features/editor/ports.ts';
import type { CleanUp } from '../../../../src/features/editor/tools/choices.ts';
import {
  endGainAtom,
  isLimitedAtom,
  setGainAtom,
  startGainAtom,
  toggleGainPlayAtom,
} from '../../../../src/features/editor/tools/gainSession.ts';
import { nearFindingsAtom } from '../../../../src/features/editor/tools/nearFindings.ts';
import { openToolAtom } from '../../../../src/features/editor/tools/openTool.ts';
import { operationsAtom } from '../../../../src/features/editor/tools/operations.ts';
import {
  endPausesAtom,
  offeredCutsAtom,
  pausesTaskAtom,
  previewCutAtom,
  savedSecondsAtom,
  setPauseLengthAtom,
  startPausesAtom,
  switchCutAtom,
} from '../../../../src/features/editor/tools/pausesSession.ts';
import { heardGainAtom } from '../../../../src/features/editor/tools/trial.ts';
import {
  changeTrialAtom,
  compareAtom,
  endTrialAtom,
  measureAtom,
  planTaskAtom,
  prepareCleanUpAtom,
  startTrialAtom,
  toggleTrialPlayAtom,
} from '../../../../src/features/editor/tools/trialSession.ts';
import { findingsAtom } from '../../../../src/features/editor/tools/voiceTools.ts';
import { dspAtom } from '../../../../src/state/dsp.ts';
import { statePortsAtom } from '../../../../src/state/ports.ts';

const TAKE = new Blob(['take']);
const SECRET = new Uint8Array(32).fill(7);
const plan: LoudnessPlan = {
  measuredLufs: -35,
  truePeakDbtp: -20,
  targetLufs: -19,
  gainDb: 12,
  lift: [{ atSeconds: 0, db: 4 }],
};

const findings: Disturbances = {
  humHz: 50,
  humStartSeconds: 0.3,
  humPhases: [0, 0.1],
  humLines: Array<number>(16).fill(0),
  clicks: 14,
  hissDb: -50,
  noiseDb: [-80, -82],
  plosives: 0,
  sharpS: 0,
  voiceDb: -20,
  quietDb: -45,
};
/** What a part of the take has. */
const nearby: Disturbances = { ...findings, clicks: 2 };
const CLEAN_UP: CleanUp = {
  strength: 'medium',
  hum: true,
  clicks: true,
  hiss: true,
  plosives: true,
  sharpS: true,
};

function open({ saveData = false } = {}) {
  const store = createStore();
  const state = store.get(statePortsAtom);
  const facts = () => ({ cores: 2, memoryGb: undefined, saveData });
  store.set(statePortsAtom, { ...state, device: { ...state.device, facts } });
  const auditions: AuditionOptions[] = [];
  const position = { at: 0 };
  store.set(editorPortsAtom, {
    ...store.get(editorPortsAtom),
    notes: { read: async () => undefined, write: async () => undefined },
    handoff: {
      readRecordingData: () => null,
      readUploadFile: () => null,
      writeRecordingData: () => undefined,
      writeUploadFile: () => undefined,
      openReference: async () => TAKE,
      marksOf: async () => [],
      clearUploadFile: () => undefined,
      referToExport: async () => 'memory:1',
    },
    release: async () => undefined,
    elsewhere: { watch: () => () => undefined, keep: async () => undefined },
    isPhone: () => false,
    startAudition: (options) => {
      auditions.push(options);
      position.at = options.regions[0]?.start ?? 0;
      return { position: () => position.at, regionIndex: () => 0, stop: () => undefined };
    },
  });
  const range = () => ({ startSeconds: 0, sampleRate: 10, channels: [new Float32Array(20).fill(1)] });
  const between: Pick<PauseCut, 'kind' | 'confidence'> = { kind: 'between', confidence: 1 };
  const operations = {
    proposePauses: vi.fn(async () => [
      { start: 10.2, end: 13.8, ...between },
      { start: 30.2, end: 31.8, ...between },
      { start: 50.2, end: 57.8, ...between },
    ]),
    findDisturbances: vi.fn(async (_file: Blob, range?: Region) => (range ? nearby : findings)),
    planLoudness: vi.fn(async (..._asked: unknown[]) => plan),
    decodeRange: vi.fn(async (..._asked: unknown[]) => range()),
    personaSecret: async () => SECRET,
  };
  store.set(operationsAtom, operations);
  const cut = vi.fn(async (..._asked: unknown[]) => ({ file: new Blob(['cut'], { type: 'audio/wav' }) }));
  const engine = { cut, keep: async () => null, detach: async (file: Blob) => file };
  store.set(dspAtom, engine as unknown as Dsp);
  store.set(openEditAtom, undefined, 60);
  store.set(moveEditorAtom, {
    phase: 'ready',
    source: {
      reference: 'idb:take/t1',
      file: TAKE,
      name: 'take.webm',
      title: '',
      recordedAt: '',
      seconds: 60,
      sampleRate: 48_000,
      channels: 1,
      repaired: false,
      isPublishable: true,
      pyramid: createPeakPyramid(),
    },
  });
  const bounds = () => store.get(areasAtom).map(({ start, end }) => [start, end]);
  const decodeAudition = (start = 0, end = 2) =>
    auditions.at(-1)?.decode(start, end, new AbortController().signal);
  const cutTools = () => (cut.mock.lastCall?.[2] as { tools?: unknown } | undefined)?.tools;
  return { store, auditions, position, operations, cut, bounds, decodeAudition, cutTools };
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

describe('tightening pauses', () => {
  it('shows the result, follows the slider and each switch, and is one undo step', async () => {
    const { store, operations, bounds } = open();
    await store.set(startPausesAtom);
    expect(store.get(offeredCutsAtom)).toHaveLength(2);
    expect(bounds()).toEqual([
      [0, 10.2],
      [13.8, 50.2],
      [57.8, 60],
    ]);
    expect(store.get(savedSecondsAtom)).toBeCloseTo(11.2);
    store.set(setPauseLengthAtom, 2);
    expect(store.get(offeredCutsAtom)).toHaveLength(3);
    expect(operations.proposePauses).toHaveBeenCalledTimes(1);
    store.set(switchCutAtom, { start: 50.2, end: 57.8 }, false);
    expect(bounds()).toEqual([
      [0, 10.2],
      [13.8, 30.2],
      [31.8, 60],
    ]);
    expect(store.get(canUndoAtom)).toBe(false);
    store.set(endPausesAtom, 'apply');
    expect(bounds()).toHaveLength(3);
    store.set(undoAtom);
    expect(bounds()).toEqual([[0, 60]]);
    store.set(redoAtom);
    expect(bounds()).toHaveLength(3);
  });

  it('plays one second before and one second after a cut, joined', async () => {
    const { store, auditions } = open();
    await store.set(startPausesAtom);
    store.set(previewCutAtom, { start: 10.2, end: 13.8 });
    expect(auditions.at(-1)).toMatchObject({
      gapSeconds: 0,
      regions: [
        { start: 9.2, end: 10.2 },
        { start: 13.8, end: 14.8 },
      ],
    });
  });

  it('changes nothing when cancelled, even if a result arrives later', async () => {
    const { store, operations, bounds } = open();
    let answer: (cuts: PauseCut[]) => void = () => undefined;
    operations.proposePauses.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const looking = store.set(startPausesAtom);
    expect(store.get(pausesTaskAtom)).toEqual({ phase: 'working', fraction: 0 });
    store.set(endPausesAtom, 'cancel');
    answer([{ start: 10, end: 20, kind: 'between', confidence: 1 }]);
    await looking;
    expect(bounds()).toEqual([[0, 60]]);
    expect([store.get(openToolAtom), store.get(pausesTaskAtom).phase]).toEqual([null, 'idle']);
  });
});

describe('a tool that changes the sound', () => {
  it('changes the drawn waveform after, not before, and once it is applied', async () => {
    const { store } = open();
    const at = (seconds: number) => store.get(heardGainAtom)?.(seconds);
    expect(store.get(heardGainAtom)).toBeNull();
    await store.set(startTrialAtom, 'loudness');
    // 12 dB of gain and 4 dB of lift.
    expect(at(30)).toBeCloseTo(10 ** (16 / 20));
    store.set(compareAtom, false);
    expect(store.get(heardGainAtom)).toBeNull();
    store.set(endTrialAtom, 'apply');
    expect(at(30)).toBeCloseTo(10 ** (16 / 20));
    await store.set(startTrialAtom, 'fades');
    expect(at(0)).toBe(0);
    expect(at(0.5)).toBeCloseTo(0.5 * 10 ** (16 / 20));
    store.set(compareAtom, false);
    expect(at(0)).toBeCloseTo(10 ** (16 / 20));
  });

  it('plays before and after at the same position, and is a step only when applied', async () => {
    const { store, auditions, position, operations, decodeAudition } = open();
    await store.set(startTrialAtom, 'persona');
    store.set(toggleTrialPlayAtom);
    await decodeAudition();
    const persona = { secret: SECRET, take: 'idb:take/t1', strength: 'light' };
    expect(operations.decodeRange).toHaveBeenLastCalledWith(TAKE, 0, 2, { persona });
    position.at = 7;
    store.set(compareAtom, false);
    await decodeAudition();
    expect(auditions.at(-1)?.regions).toEqual([{ start: 7, end: 60 }]);
    expect(operations.decodeRange).toHaveBeenLastCalledWith(TAKE, 0, 2);
    await store.set(changeTrialAtom, { persona: 'strong' });
    store.set(compareAtom, true);
    await decodeAudition();
    expect(operations.decodeRange.mock.lastCall?.[3]).toEqual({
      persona: { ...persona, strength: 'strong' },
    });
    store.set(endTrialAtom, 'cancel');
    expect(store.get(choicesAtom)).toEqual({});

    await store.set(startTrialAtom, 'persona');
    store.set(endTrialAtom, 'apply');
    expect(store.get(choicesAtom)).toEqual({ persona: 'light' });
    // Playback uses the active tools.
    store.set(playheadAtom, 0);
    store.set(playAtom);
    await decodeAudition();
    expect(operations.decodeRange.mock.lastCall?.[3]).toEqual({ persona });
    store.set(stopListeningAtom);
    store.set(undoAtom);
    expect(store.get(choicesAtom)).toEqual({});
  });

  it('is turned off as one undo step', async () => {
    const { store } = open();
    await store.set(startTrialAtom, 'fades');
    store.set(endTrialAtom, 'apply');
    await store.set(startTrialAtom, 'fades');
    store.set(endTrialAtom, 'off');
    expect(store.get(choicesAtom)).toEqual({});
    store.set(undoAtom);
    expect(store.get(choicesAtom)).toEqual({ fades: { inSeconds: 1, outSeconds: 2 } });
  });

  it('reports a failed measurement, and measures again on request', async () => {
    const { store, operations } = open();
    operations.planLoudness.mockRejectedValueOnce(new Error('no'));
    await store.set(startTrialAtom, 'loudness');
    expect(store.get(planTaskAtom)).toEqual({ phase: 'failed' });
    await store.set(measureAtom);
    expect(store.get(planTaskAtom)).toEqual({ phase: 'done', value: plan });
  });
});

describe('volume of an area', () => {
  /** Two areas that touch at 20 s; the second one is selected. */
  function divided() {
    const opened = open();
    opened.store.set(splitAreaAtom, 20);
    opened.store.set(selectAreaAtom, opened.store.get(areasAtom)[1]?.id ?? '');
    opened.store.set(startGainAtom);
    return opened;
  }
  const raised = { start: 20, end: 60, db: 6 };

  it('is drawn while the slider moves, dropped by Cancel, and one undo step by Apply', () => {
    const { store } = divided();
    const at = (seconds: number) => store.get(heardGainAtom)?.(seconds);
    for (const db of [-1, -2, -3]) store.set(setGainAtom, db);
    expect([at(19.9), at(20)]).toEqual([1, 10 ** (-3 / 20)]);
    store.set(endGainAtom, 'cancel');
    expect(store.get(heardGainAtom)).toBeNull();
    store.set(startGainAtom);
    for (const db of [2, 4, 6]) store.set(setGainAtom, db);
    store.set(endGainAtom, 'apply');
    expect(store.get(areasAtom).map(({ gainDb }) => gainDb)).toEqual([undefined, 6]);
    expect(at(30)).toBeCloseTo(10 ** (6 / 20));
    store.set(undoAtom);
    expect(store.get(heardGainAtom)).toBeNull();
    expect(store.get(areasAtom)).toHaveLength(2);
    store.set(redoAtom);
    expect(at(30)).toBeCloseTo(10 ** (6 / 20));
  });

  it('is heard in the preview, measured with the loudness, and exported', async () => {
    const { store, operations, cut, cutTools, decodeAudition } = divided();
    store.set(toggleGainPlayAtom);
    await decodeAudition(20, 22);
    expect(operations.decodeRange).toHaveBeenLastCalledWith(TAKE, 20, 22);
    store.set(setGainAtom, 6);
    await decodeAudition(20, 22);
    expect(operations.decodeRange).toHaveBeenLastCalledWith(TAKE, 20, 22, { gains: [raised] });
    store.set(endGainAtom, 'apply');
    await store.set(exportTakeAtom);
    expect(cutTools()).toEqual({ gains: [raised] });
    // One run of the source: nothing is cut between areas that touch.
    expect(cut.mock.lastCall?.[1]).toEqual([{ start: 0, end: 60 }]);
    store.set(chooseToolsAtom, { loudness: true });
    await store.set(exportTakeAtom);
    expect(operations.planLoudness.mock.lastCall?.[2]).toEqual({ gains: [raised] });
    store.set(undoAtom);
    store.set(undoAtom);
    store.set(chooseToolsAtom, { loudness: true });
    await store.set(exportTakeAtom);
    // Another volume is another plan.
    expect(operations.planLoudness.mock.lastCall?.[2]).toEqual({});
  });

  it('stays with both halves of a divided area and is at most 6 dB', () => {
    const { store } = divided();
    store.set(setGainAtom, 9);
    store.set(endGainAtom, 'apply');
    store.set(splitAreaAtom, 40);
    expect(store.get(areasAtom).map(({ gainDb }) => gainDb)).toEqual([undefined, 6, 6]);
    store.set(startGainAtom);
    store.set(setGainAtom, 0);
    store.set(endGainAtom, 'apply');
    expect(store.get(areasAtom).filter((area) => 'gainDb' in area)).toHaveLength(1);
  });

  it('says when loud peaks are limited', () => {
    const { store } = divided();
    const { pyramid } = store.get(sourceAtom) ?? {};
    const loud = { pairs: Int8Array.of(-100, 100), rms: Uint8Array.of(200) };
    for (let second = 0; second < 60; second++)
      pyramid?.append({ ...loud, firstPair: second, framesPerPair: 48_000, sampleRate: 48_000 });
    const limited = [1, 2, 3, 6].map((db) => {
      store.set(setGainAtom, db);
      return store.get(isLimitedAtom);
    });
    // Peaks at −2.1 dB.
    expect(limited).toEqual([false, false, true, true]);
    store.set(endGainAtom, 'cancel');
    store.set(chooseToolsAtom, { loudness: true });
    store.set(startGainAtom);
    store.set(setGainAtom, 6);
    expect(store.get(isLimitedAtom)).toBe(false);
  });
});

describe('clean up', () => {
  it('is heard with what is around the playhead while the whole take is searched', async () => {
    const { store, operations, decodeAudition } = open();
    let finish = (_found: Disturbances) => {};
    operations.findDisturbances.mockImplementation(async (_file: Blob, range?: Region) =>
      range?.end === 35.5 ? nearby : new Promise<Disturbances>((resolve) => (finish = resolve)),
    );
    const ranges = () => operations.findDisturbances.mock.calls.map(([, range]) => range);
    store.set(playheadAtom, 30);
    const searched = store.set(startTrialAtom, 'cleanup');
    await vi.waitFor(() => expect(ranges()).toHaveLength(2));
    expect(ranges()).toEqual([
      { start: 29.5, end: 35.5 },
      { start: 29.5, end: 42 },
    ]);
    expect(store.get(nearFindingsAtom)).toEqual(nearby);
    store.set(toggleTrialPlayAtom);
    await decodeAudition(30, 32);
    expect(operations.decodeRange.mock.lastCall?.[3]).toEqual({ cleanup: { ...CLEAN_UP, findings: nearby } });
    const ahead = { ...findings, clicks: 3 };
    const next = decodeAudition(32, 42);
    expect(ranges()).toHaveLength(2);
    finish(ahead);
    await next;
    expect(operations.decodeRange.mock.lastCall?.[3]).toEqual({ cleanup: { ...CLEAN_UP, findings: ahead } });
    await vi.waitFor(() => expect(ranges()).toHaveLength(3));
    expect(ranges()[2]).toBeUndefined();
    expect(store.get(nearFindingsAtom)).toEqual(ahead);
    expect(store.get(findingsAtom)).toBeNull();
    const finishWhole = finish;
    void decodeAudition(42, 44);
    await vi.waitFor(() => expect(ranges()[3]).toEqual({ start: 41.5, end: 47.5 }));
    finish = finishWhole;
    finish(findings);
    await searched;
    expect(store.get(findingsAtom)).toEqual(findings);
    await decodeAudition(43, 45);
    expect(operations.decodeRange.mock.lastCall?.[3]).toEqual({ cleanup: { ...CLEAN_UP, findings } });
  });

  it('goes on being searched for in the whole take when a switch is pressed meanwhile', async () => {
    const { store, operations } = open();
    let finish = (_found: Disturbances) => {};
    operations.findDisturbances.mockImplementation(async (_file: Blob, range?: Region) =>
      range ? nearby : new Promise<Disturbances>((resolve) => (finish = resolve)),
    );
    const whole = () => operations.findDisturbances.mock.calls.filter(([, range]) => range === undefined);
    const searched = store.set(startTrialAtom, 'cleanup');
    await vi.waitFor(() => expect(whole()).toHaveLength(1));
    await store.set(changeTrialAtom, { cleanup: { ...CLEAN_UP, hum: false } });
    expect(store.get(planTaskAtom).phase).toBe('working');
    finish(findings);
    await searched;
    expect(store.get(findingsAtom)).toEqual(findings);
    expect(whole()).toHaveLength(1);
  });

  it('is tried and searched for where a kept area is heard first, before it is pressed', async () => {
    const { store, operations } = open();
    const ranges = () => operations.findDisturbances.mock.calls.map(([, range]) => range);
    store.set(setEdgeAtom, store.get(areasAtom)[0]?.id ?? '', 'start', 20);
    await store.set(prepareCleanUpAtom);
    expect(operations.decodeRange.mock.calls).toMatchObject([[TAKE, 20, 21.5, { cleanup: CLEAN_UP }]]);
    expect(ranges()).toEqual([{ start: 19.5, end: 25.5 }]);
    await store.set(prepareCleanUpAtom);
    await store.set(startTrialAtom, 'cleanup');
    expect(operations.decodeRange).toHaveBeenCalledTimes(1);
    expect(ranges()).toEqual([{ start: 19.5, end: 25.5 }, { start: 19.5, end: 32 }, undefined]);
  });

  it('is searched for at the press where its preparation failed', async () => {
    const { store, operations } = open();
    operations.findDisturbances.mockRejectedValueOnce(new Error('no worker'));
    await store.set(prepareCleanUpAtom);
    expect(store.get(nearFindingsAtom)).toBeNull();
    await store.set(startTrialAtom, 'cleanup');
    expect(store.get(findingsAtom)).toEqual(findings);
  });

  it('loads nothing before the press where data is saved', async () => {
    const { store, operations } = open({ saveData: true });
    await store.set(prepareCleanUpAtom);
    expect(operations.decodeRange).not.toHaveBeenCalled();
    expect(operations.findDisturbances).not.toHaveBeenCalled();
  });

  it('searches the take once, and is heard with what was found', async () => {
    const { store, operations, decodeAudition } = open();
    await store.set(startTrialAtom, 'cleanup');
    expect(store.get(findingsAtom)).toEqual(findings);
    store.set(toggleTrialPlayAtom);
    await decodeAudition();
    expect(operations.decodeRange.mock.lastCall?.[3]).toEqual({ cleanup: { ...CLEAN_UP, findings } });
    await store.set(changeTrialAtom, { cleanup: { ...CLEAN_UP, strength: 'strong', hiss: false } });
    await decodeAudition();
    expect(operations.decodeRange.mock.lastCall?.[3]).toEqual({
      cleanup: { ...CLEAN_UP, strength: 'strong', hiss: false, findings },
    });
    store.set(compareAtom, false);
    await decodeAudition();
    expect(operations.decodeRange).toHaveBeenLastCalledWith(TAKE, 0, 2);
    store.set(endTrialAtom, 'apply');
    expect(store.get(choicesAtom)).toEqual({ cleanup: { ...CLEAN_UP, strength: 'strong', hiss: false } });
    expect(operations.findDisturbances.mock.calls.map(([, range]) => range)).toEqual([
      { start: 0, end: 6 },
      { start: 0, end: 12 },
      undefined,
    ]);
    store.set(undoAtom);
    expect(store.get(choicesAtom)).toEqual({});
  });

  it('comes before persona and loudness in the export, which is measured behind it', async () => {
    const { store, operations, cutTools } = open();
    for (const tool of ['cleanup', 'loudness'] as const) {
      await store.set(startTrialAtom, tool);
      store.set(endTrialAtom, 'apply');
    }
    const cleanup = { ...CLEAN_UP, findings };
    expect(operations.planLoudness.mock.lastCall?.[2]).toEqual({ cleanup });
    await store.set(exportTakeAtom);
    expect(cutTools()).toEqual({ cleanup, loudness: plan });
    const measured = operations.planLoudness.mock.calls.length;
    store.set(resetExportAtom);
    await store.set(startTrialAtom, 'cleanup');
    await store.set(changeTrialAtom, { cleanup: { ...CLEAN_UP, hum: false } });
    store.set(endTrialAtom, 'apply');
    expect(operations.planLoudness).toHaveBeenCalledTimes(measured + 1);
  });

  it('of a draft is searched for around what is played, and in the whole take for the export', async () => {
    const { store, operations, decodeAudition, cutTools } = open();
    store.set(chooseToolsAtom, { cleanup: CLEAN_UP });
    expect(store.get(findingsAtom)).toBeNull();
    store.set(playAtom);
    await decodeAudition();
    expect(operations.decodeRange.mock.lastCall?.[3]).toEqual({ cleanup: { ...CLEAN_UP, findings: nearby } });
    await store.set(exportTakeAtom);
    expect(cutTools()).toEqual({ cleanup: { ...CLEAN_UP, findings } });
    expect(operations.findDisturbances).toHaveBeenCalledTimes(2);
  });
});

describe('an export with tools', () => {
  it('applies all tools, and measures again only when the areas changed', async () => {
    const { store, operations, cutTools } = open();
    for (const tool of ['persona', 'loudness', 'fades'] as const) {
      await store.set(startTrialAtom, tool);
      store.set(endTrialAtom, 'apply');
    }
    await store.set(exportTakeAtom);
    const tools = {
      persona: { secret: SECRET, take: 'idb:take/t1', strength: 'light' },
      loudness: plan,
      fades: { inSeconds: 1, outSeconds: 2 },
    };
    expect(cutTools()).toEqual(tools);
    const measured = operations.planLoudness.mock.calls.length;
    store.set(resetExportAtom);
    store.set(setEdgeAtom, 'area-1', 'end', 30);
    await store.set(exportTakeAtom);
    expect(operations.planLoudness).toHaveBeenCalledTimes(measured + 1);
    expect(operations.planLoudness.mock.lastCall?.slice(0, 3)).toEqual([
      TAKE,
      [{ start: 0, end: 30 }],
      { persona: tools.persona },
    ]);
    expect(cutTools()).toEqual(tools);
  });

  it('fails when an active tool is unavailable', async () => {
    const { store, operations, cut } = open();
    await store.set(startTrialAtom, 'persona');
    store.set(endTrialAtom, 'apply');
    store.set(operationsAtom, { ...operations, personaSecret: null });
    await store.set(exportTakeAtom);
    expect(store.get(exportAtom)).toEqual({ phase: 'failed', reason: 'export_failed' });
    expect(cut).not.toHaveBeenCalled();
  });

  it('can be cancelled while measuring', async () => {
    const { store, operations, cut } = open();
    await store.set(startTrialAtom, 'loudness');
    store.set(endTrialAtom, 'apply');
    store.set(setEdgeAtom, 'area-1', 'end', 30);
    operations.planLoudness.mockImplementationOnce(
      (...asked: unknown[]) =>
        new Promise((_resolve, reject) => {
          const { signal } = asked[4] as { signal: AbortSignal };
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const running = store.set(exportTakeAtom);
    await vi.waitFor(() => expect(operations.planLoudness).toHaveBeenCalledTimes(2));
    store.set(resetExportAtom);
    await running;
    expect(store.get(exportAtom)).toEqual({ phase: 'idle' });
    expect(cut).not.toHaveBeenCalled();
  });
});
