import { createStore } from 'jotai/vanilla';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AUDIO_MAX_BYTES } from '../../../../api/contract/limits.ts';
import type { Dsp } from '../../../../src/dsp/client.ts';
import { DspError } from '../../../../src/dsp/errors.ts';
import type { Inspection, PeaksChunk, Region } from '../../../../src/dsp/protocol.ts';
import {
  addAreaAtom,
  applyProposalAtom,
  areasAtom,
  canRedoAtom,
  canUndoAtom,
  choicesAtom,
  chooseToolsAtom,
  clearAreasAtom,
  commitAreasAtom,
  editorAtom,
  previewAreasAtom,
  proposeAreasAtom,
  redoAtom,
  refusedAtom,
  removeAreaAtom,
  selectedIdAtom,
  setEdgeAtom,
  shortenFirstAtom,
  sourceAtom,
  undoAtom,
} from '../../../../src/features/editor/atoms.ts';
import {
  exportAtom,
  exportPlanAtom,
  exportTakeAtom,
  resetExportAtom,
} from '../../../../src/features/editor/exportTake.ts';
import { exportMessage, loadMessage } from '../../../../src/features/editor/failures.ts';
import { loadEditorAtom } from '../../../../src/features/editor/load.ts';
import { noteWriterAtom } from '../../../../src/features/editor/noteWriter.ts';
import { elsewhereAtom, watchElsewhereAtom } from '../../../../src/features/editor/otherWindows.ts';
import { type EditorPorts, editorPortsAtom } from '../../../../src/features/editor/ports.ts';
import { takeDamageAtom } from '../../../../src/features/editor/takeDamage.ts';
import {
  FIT_ZOOM,
  fitZoomAtom,
  isWholeInViewAtom,
  nearestStop,
  shownZoomAtom,
  stepZoomAtom,
  toggleZoomAtom,
  ZOOM_STOPS,
  zoomAtom,
} from '../../../../src/features/editor/zoom.ts';
import type { RecordingData, UploadFile } from '../../../../src/storage/handoff.ts';

const TAKE = new Blob(['take']);
const recording: RecordingData = {
  file: {
    name: 'recording_1.webm',
    size: 4,
    type: 'audio/webm',
    data: 'idb:take/t1',
    tempTrackId: 'recording-preview-1',
  },
  duration: 60,
  recordedAt: '2026-11-21T00:00:00Z',
  edited: false,
  title: 'Moments of 21.11.2026',
};

const analysis: Inspection = {
  container: 'webm',
  codec: 'opus',
  channels: 1,
  sampleRate: 48_000,
  frames: 48_000 * 60,
  seconds: 60,
  metadata: [],
  damage: [],
  video: false,
};

function setUp(seconds = analysis.seconds) {
  const store = createStore();
  const notes = new Map<string, unknown>();
  const session: { recording: RecordingData | null; upload: UploadFile | null } = {
    recording,
    upload: null,
  };
  const cuts: { regions: Region[]; format: string; kbps: number }[] = [];
  const analyse = vi.fn(
    async (
      _file: Blob,
      _parts: readonly string[],
      onPeaks?: (chunk: PeaksChunk) => void,
    ): Promise<Inspection> => {
      onPeaks?.({
        firstPair: 0,
        pairs: Int8Array.of(-5, 5),
        rms: Uint8Array.of(20),
        framesPerPair: 256,
        sampleRate: 48_000,
        fraction: 1,
      });
      return { ...analysis, seconds, frames: seconds * analysis.sampleRate };
    },
  );
  const repair = vi.fn(async () => ({ file: new Blob(['fixed']), report: analysis }));
  const cut = vi.fn(async (_file: Blob, regions: Region[], options: { format: string; kbps: number }) => {
    cuts.push({ regions, format: options.format, kbps: options.kbps });
    return { file: new Blob(['cut'], { type: 'audio/wav' }), seconds: 1 };
  });
  const release: string[] = [];
  const ports: EditorPorts = {
    handoff: {
      readRecordingData: () => session.recording,
      readUploadFile: () => session.upload,
      writeRecordingData: (value) => {
        session.recording = value;
      },
      writeUploadFile: (value) => {
        session.upload = value;
      },
      openReference: async () => TAKE,
      marksOf: async () => [],
      clearUploadFile: () => {
        session.upload = null;
      },
      referToExport: async (path, copy) => (path ? `idb:file/${path[1]}` : `copy of ${(await copy()).size}`),
    },
    takeShared: async () => null,
    notes: { read: async (key) => notes.get(key), write: async (key, value) => void notes.set(key, value) },
    settings: { read: (_key, _accept, fallback) => fallback, write: () => undefined },
    release: async (reference) => void release.push(reference),
    hasAddition: () => false,
    elsewhere: { watch: () => () => undefined, keep: async () => undefined },
    startAudition: () => ({ position: () => 0, regionIndex: () => 0, stop: () => undefined }),
    wavOf: () => new Blob(),
    isPhone: () => false,
  };
  store.set(editorPortsAtom, ports);
  const discard = vi.fn(async () => {});
  const detach = vi.fn(async (file: Blob) => new Blob([file, '!'], { type: file.type }));
  const keep = vi.fn(async (): Promise<[string, string] | null> => ['audio', `e${cuts.length}`]);
  return { store, ports, session, notes, cuts, release, analyse, repair, cut, discard, detach, keep };
}

async function ready(seconds = analysis.seconds) {
  const parts = setUp(seconds);
  const { dspAtom } = await import('../../../../src/state/dsp.ts');
  const { analyse, repair, cut, discard, detach, keep } = parts;
  parts.store.set(dspAtom, { analyse, repair, cut, discard, detach, keep } as unknown as Dsp);
  const load = () => parts.store.set(loadEditorAtom);
  const bounds = () => parts.store.get(areasAtom).map(({ start, end }) => [start, end]);
  return { ...parts, load, bounds };
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => void vi.useRealTimers());

describe('a take that is open in two windows', () => {
  async function prepared() {
    const parts = await ready();
    const kept: string[] = [];
    let notify: (gone: 'published' | 'publishedFile' | 'discarded' | null) => void = () => undefined;
    parts.store.set(editorPortsAtom, {
      ...parts.ports,
      elsewhere: {
        watch: (_reference, listener) => {
          notify = listener;
          return () => undefined;
        },
        keep: async (reference) => void kept.push(reference),
      },
    });
    await parts.load();
    parts.store.set(watchElsewhereAtom, 'idb:take/t1');
    const state = () => parts.store.get(elsewhereAtom);
    const cut = (end = 20) =>
      parts.store.set(setEdgeAtom, parts.store.get(areasAtom)[0]?.id ?? '', 'end', end);
    return { ...parts, kept, notify: (gone: Parameters<typeof notify>[0]) => notify(gone), state, cut };
  }

  it('stays open when discarded in the other window, and becomes a draft again with the next edit', async () => {
    const { notify, state, kept, cut, bounds } = await prepared();
    cut();
    notify('discarded');
    expect([state(), kept, bounds()]).toEqual(['discarded', [], [[0, 20]]]);
    notify(null);
    expect(state()).toBe('no');
    notify('discarded');
    cut(30);
    expect([state(), kept]).toEqual(['restored', ['idb:take/t1']]);
    notify(null);
    expect(state()).toBe('restored');
  });

  it('stays a draft when published in the other window after an edit here', async () => {
    const { notify, state, kept, cut } = await prepared();
    cut();
    notify('published');
    expect([state(), kept]).toEqual(['draft', ['idb:take/t1']]);
  });

  it('stays open until its window closes when it is a file', async () => {
    const { notify, state, kept, cut } = await prepared();
    notify('publishedFile');
    cut();
    expect([state(), kept]).toEqual(['publishedFile', []]);
  });
});

describe('opening a take', () => {
  it('starts with everything kept', async () => {
    const { store, load, bounds } = await ready();
    await load();
    expect(store.get(sourceAtom)).toMatchObject({ seconds: 60, repaired: false, file: TAKE });
    expect(bounds()).toEqual([[0, 60]]);
  });

  it('opens a continued take like any other', async () => {
    const { store, load, analyse } = await ready();
    const meaning = 'Another recording begins inside the file and was joined on.';
    const join = { kind: 'concatenated' as const, atSeconds: 3, seconds: 0, meaning };
    analyse.mockResolvedValue({ ...analysis, damage: [join] } as never);
    await load();
    expect(store.get(sourceAtom)?.repaired).toBe(false);
    expect(store.get(takeDamageAtom)).toBeNull();
  });

  it('repairs an unreadable take and reports it', async () => {
    const { store, load, analyse, repair } = await ready();
    analyse.mockRejectedValueOnce(new DspError('unsupported_codec', 'no head'));
    await load();
    expect(repair).toHaveBeenCalledTimes(1);
    expect(store.get(sourceAtom)?.repaired).toBe(true);
    expect(await store.get(sourceAtom)?.file.text()).toBe('fixed');
  });

  it('offers the original take when neither reading nor repair works', async () => {
    const { store, load, analyse, repair } = await ready();
    analyse.mockRejectedValue(new DspError('unsupported_format', 'text'));
    repair.mockRejectedValue(new DspError('no_audio', 'text'));
    await load();
    const state = store.get(editorAtom);
    expect(state).toMatchObject({ phase: 'failed', code: 'unreadable', raw: { file: TAKE } });
    expect(loadMessage('unreadable')).toBe('Could not load audio blob in any way');
  });

  it.each([
    { isPhone: true, seconds: 15, code: 'stalled_phone' },
    { isPhone: false, seconds: 25, code: 'stalled' },
  ])(
    'gives up after $seconds s without progress, regardless of the total time',
    async ({ isPhone, seconds, code }) => {
      vi.useFakeTimers();
      const { store, ports, load, analyse, repair } = await ready();
      store.set(editorPortsAtom, { ...ports, isPhone: () => isPhone });
      analyse.mockImplementationOnce(
        (_file, _parts, onPeaks, options?: { signal?: AbortSignal }) =>
          new Promise((_resolve, reject) => {
            options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
            const chunk = {
              firstPair: 0,
              pairs: new Int8Array(2),
              rms: new Uint8Array(1),
              framesPerPair: 256,
              sampleRate: 48_000,
            };
            for (let at = 14_000; at <= 42_000; at += 14_000) {
              setTimeout(() => onPeaks?.({ ...chunk, fraction: at / 56_000 }), at);
            }
          }),
      );
      const loading = load();
      await vi.advanceTimersByTimeAsync(42_000 + seconds * 1000 - 1000);
      expect(store.get(editorAtom)).toMatchObject({ phase: 'preparing', fraction: 0.75 });
      expect(repair).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(2000);
      await loading;
      expect(store.get(editorAtom)).toMatchObject({ phase: 'failed', code, raw: { file: TAKE } });
      expect(repair).not.toHaveBeenCalled();
    },
  );

  it('fails without a handoff', async () => {
    const { store, session, load } = await ready();
    session.recording = null;
    await load();
    expect(store.get(editorAtom)).toMatchObject({ phase: 'failed', code: 'no_data' });
    expect(loadMessage('no_data')).toBe('Keine Aufnahmedaten vorhanden');
  });

  it('opens the file that another app shared', async () => {
    const { store, ports, session, load, bounds } = await ready();
    const file = new File(['memo'], 'memo.m4a', { type: 'audio/mp4' });
    store.set(editorPortsAtom, { ...ports, takeShared: async () => ({ file, reference: 'idb:file/f1' }) });
    session.recording = null;
    await load();
    expect(bounds()).toEqual([[0, 60]]);
    expect(store.get(sourceAtom)).toMatchObject({ reference: 'idb:file/f1', name: 'memo.m4a' });
    expect(session.upload).toEqual({ name: 'memo.m4a', type: 'audio/mp4', size: 4, data: 'idb:file/f1' });
  });

  it('restores earlier areas if they fit', async () => {
    const first = await ready();
    first.notes.set('edit:idb:take/t1', [{ id: 'area-1', start: 2, end: 9 }]);
    await first.load();
    expect(first.bounds()).toEqual([[2, 9]]);
    const second = await ready();
    second.notes.set('edit:idb:take/t1', [{ id: 'area-1', start: 2, end: 99 }]);
    await second.load();
    expect(second.bounds()).toEqual([[0, 60]]);
  });

  it('opens no new edit over one that cannot be read now', async () => {
    const { store, ports, notes, load, bounds } = await ready();
    notes.set('edit:idb:take/t1', [{ id: 'area-1', start: 2, end: 9 }]);
    const { read } = ports.notes;
    ports.notes.read = async () => {
      throw new Error('the disk does not answer');
    };
    await load();
    expect(store.get(editorAtom)).toMatchObject({ phase: 'failed', code: 'not_loaded' });
    ports.notes.read = read;
    await load();
    expect(bounds()).toEqual([[2, 9]]);
  });
});

describe('editing', () => {
  it('refuses a new area while everything is selected, and offers to shorten the first', async () => {
    const { store, load, bounds } = await ready();
    await load();
    expect(store.set(addAreaAtom)).toBe(false);
    expect(store.get(refusedAtom)).toBe(true);
    store.set(shortenFirstAtom);
    expect(store.get(refusedAtom)).toBe(false);
    expect(store.set(addAreaAtom)).toBe(true);
    expect(bounds()).toEqual([
      [0, 20],
      [21.5, 26.5],
    ]);
    expect(store.get(selectedIdAtom)).toBe('area-2');
  });

  it('undoes and redoes every step, including Clear all', async () => {
    const { store, notes, load, bounds } = await ready();
    await load();
    store.set(shortenFirstAtom);
    store.set(addAreaAtom);
    store.set(clearAreasAtom);
    expect(bounds()).toEqual([[0, 60]]);
    store.set(undoAtom);
    expect(bounds()).toHaveLength(2);
    store.set(undoAtom);
    store.set(undoAtom);
    expect(bounds()).toEqual([[0, 60]]);
    store.set(redoAtom);
    expect(bounds()).toEqual([[0, 20]]);
    store.get(noteWriterAtom).flush();
    expect(notes.get('edit:idb:take/t1')).toMatchObject({ present: { areas: [{ start: 0, end: 20 }] } });
  });

  it('undoes and redoes a hundred steps after reopening the take', async () => {
    const first = await ready();
    await first.load();
    const steps = [first.bounds()];
    for (let end = 59; end >= 0.5; end -= 0.5) {
      first.store.set(setEdgeAtom, 'area-1', 'end', end);
      steps.push(first.bounds());
    }
    first.store.set(chooseToolsAtom, { persona: 'strong', fades: { inSeconds: 1, outSeconds: 2 } });
    for (let back = 0; back < 3; back++) first.store.set(undoAtom);
    first.store.get(noteWriterAtom).flush();

    const second = await ready();
    second.notes.set('edit:idb:take/t1', structuredClone(first.notes.get('edit:idb:take/t1')));
    await second.load();
    expect(second.bounds()).toEqual(steps.at(-3));
    for (let back = 4; back <= 103; back++) {
      second.store.set(undoAtom);
      expect(second.bounds()).toEqual(steps.at(-back));
    }
    for (let on = 0; on < 103; on++) second.store.set(redoAtom);
    expect(second.bounds()).toEqual(steps.at(-1));
    expect(second.store.get(choicesAtom)).toEqual({
      persona: 'strong',
      fades: { inSeconds: 1, outSeconds: 2 },
    });
    expect(second.store.get(canRedoAtom)).toBe(false);
  });

  it('drops stored steps that do not fit the take', async () => {
    const { store, notes, load, bounds } = await ready();
    const step = (end: number, tools: unknown = {}) => ({ areas: [{ id: 'area-1', start: 0, end }], tools });
    notes.set('edit:idb:take/t1', {
      version: 2,
      past: [step(5, { persona: 'whale' }), step(99), 'nothing'],
      present: step(9),
      future: 7,
    });
    await load();
    expect(bounds()).toEqual([[0, 9]]);
    store.set(undoAtom);
    expect(bounds()).toEqual([[0, 5]]);
    expect(store.get(choicesAtom)).toEqual({});
    expect(store.get(canUndoAtom)).toBe(false);
  });

  it("shows a tool's proposal without changing anything until it is applied", async () => {
    const { store, load, bounds } = await ready();
    await load();
    store.set(setEdgeAtom, 'area-1', 'end', 30);
    store.set(proposeAreasAtom, [{ id: 'area-1', start: 3, end: 4 }]);
    store.set(setEdgeAtom, 'area-1', 'end', 5);
    store.set(undoAtom);
    expect(bounds()).toEqual([[3, 5]]);
    store.set(proposeAreasAtom, null);
    expect(bounds()).toEqual([[0, 30]]);
    store.set(proposeAreasAtom, [{ id: 'area-1', start: 3, end: 4 }]);
    store.set(applyProposalAtom);
    expect(bounds()).toEqual([[3, 4]]);
    store.set(undoAtom);
    expect(bounds()).toEqual([[0, 30]]);
  });

  it('counts a gesture as one step, and a cancelled one as none', async () => {
    const { store, load, bounds } = await ready();
    await load();
    const moved = (end: number) => [{ id: 'area-1', start: 0, end }];
    for (const end of [50, 40, 30]) store.set(previewAreasAtom, moved(end));
    expect(bounds()).toEqual([[0, 30]]);
    store.set(previewAreasAtom, null);
    expect(bounds()).toEqual([[0, 60]]);
    store.set(commitAreasAtom, moved(30));
    store.set(commitAreasAtom, moved(30));
    store.set(undoAtom);
    expect(bounds()).toEqual([[0, 60]]);
    expect(store.get(canRedoAtom)).toBe(true);
  });

  it('accepts numbers and keeps the first area', async () => {
    const { store, load, bounds } = await ready();
    await load();
    store.set(setEdgeAtom, 'area-1', 'end', 12.25);
    store.set(removeAreaAtom, 'area-1');
    expect(bounds()).toEqual([[0, 12.25]]);
  });
});

describe('exporting', () => {
  it('cuts the kept areas and hands the file to the share form', async () => {
    const { store, session, cuts, load } = await ready();
    await load();
    store.set(shortenFirstAtom);
    store.set(addAreaAtom);
    await store.set(exportTakeAtom);
    expect(cuts).toEqual([
      {
        format: 'wav',
        kbps: 0,
        regions: [
          { start: 0, end: 20 },
          { start: 21.5, end: 26.5 },
        ],
      },
    ]);
    expect(session.upload).toEqual({
      name: 'recording_1.wav',
      type: 'audio/wav',
      // The engine's own file, not a copy.
      size: 3,
      data: 'idb:file/e1',
    });
    expect(session.recording?.edited).toBe(true);
    expect(store.get(exportAtom).phase).toBe('done');
  });

  it('copies the file if the browser cannot move it, and deletes an earlier export', async () => {
    const { store, session, release, keep, load } = await ready();
    await load();
    await store.set(exportTakeAtom);
    expect(release).toEqual([]);
    keep.mockResolvedValueOnce(null);
    await store.set(exportTakeAtom);
    expect(session.upload?.data).toBe('copy of 4');
    expect(release).toEqual(['idb:file/e1']);
  });

  it('becomes an MP3 when the WAV file would be larger than the server accepts', async () => {
    const { store, session, load, cut, cuts, discard } = await ready();
    await load();
    const large = { size: AUDIO_MAX_BYTES + 1 } as Blob;
    cut.mockResolvedValueOnce({ file: large, seconds: 200 });
    await store.set(exportTakeAtom);
    expect(cuts).toMatchObject([{ format: 'mp3', kbps: 128 }]);
    expect(discard).toHaveBeenCalledExactlyOnceWith(large);
    expect(session.upload).toMatchObject({ name: 'recording_1.mp3', size: 3 });
  });

  it('hands nothing over and keeps no file when it is cancelled at its end', async () => {
    const { store, load, keep, session, release } = await ready();
    await load();
    let finish: (path: [string, string]) => void = () => {};
    keep.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    const exporting = store.set(exportTakeAtom);
    await expect.poll(() => keep.mock.calls.length).toBe(1);
    store.set(resetExportAtom);
    finish(['audio', 'e1']);
    await exporting;
    expect(store.get(exportAtom)).toEqual({ phase: 'idle' });
    expect([session.upload, release]).toEqual([null, ['idb:file/e1']]);
  });

  it('goes on when one that was cancelled before ends', async () => {
    const { store, load, cut } = await ready();
    await load();
    const ends: ((error: Error) => void)[] = [];
    cut.mockImplementation(() => new Promise((_resolve, reject) => void ends.push(reject)));
    const first = store.set(exportTakeAtom);
    await expect.poll(() => ends.length).toBe(1);
    store.set(resetExportAtom);
    const second = store.set(exportTakeAtom);
    await expect.poll(() => ends.length).toBe(2);
    ends[0]?.(new DOMException('cancelled', 'AbortError'));
    await first;
    expect(store.get(exportAtom)).toEqual({ phase: 'exporting' });
    store.set(resetExportAtom);
    ends[1]?.(new DOMException('cancelled', 'AbortError'));
    await second;
  });

  it('gives the reason when there is nothing to export', async () => {
    const { store, load, cut } = await ready();
    await load();
    store.set(setEdgeAtom, 'area-1', 'end', 0.5);
    await store.set(exportTakeAtom);
    const state = store.get(exportAtom);
    expect(state.phase === 'failed' && exportMessage(state.reason)).toBe(
      'Ausgewählte Segmente sind zu kurz.',
    );
    expect(cut).not.toHaveBeenCalled();
  });

  it('keeps take and areas when it fails', async () => {
    const { store, session, load, cut, bounds } = await ready();
    await load();
    store.set(shortenFirstAtom);
    cut.mockRejectedValueOnce(new DspError('worker_failed', ''));
    await store.set(exportTakeAtom);
    const state = store.get(exportAtom);
    expect(state.phase === 'failed' && exportMessage(state.reason)).toBe('Export failed');
    expect(bounds()).toEqual([[0, 20]]);
    expect(session.recording).toEqual(recording);
    expect(session.upload).toBeNull();
  });

  it('publishes an unedited take unchanged when no other format fits, and deletes the earlier export', async () => {
    const { store, load, session, cuts, release } = await ready(3500);
    await load();
    session.upload = { name: 'take.wav', type: 'audio/wav', size: 3, data: 'idb:file/e1' };
    expect(store.get(exportPlanAtom)).toEqual({ kind: 'original', bytes: TAKE.size });
    await store.set(exportTakeAtom);
    expect(store.get(exportAtom)).toEqual({ phase: 'done' });
    expect(cuts).toEqual([]);
    expect(session.upload).toBeNull();
    expect(session.recording?.edited).toBe(false);
    expect(release).toEqual(['idb:file/e1']);
  });

  it('lowers the bitrate of a long edited take, and refuses one the server would refuse', async () => {
    const { store, load, cuts } = await ready(3700);
    await load();
    expect(store.get(exportPlanAtom)).toEqual({ kind: 'too_long', over: 100 });
    await store.set(exportTakeAtom);
    expect(cuts).toEqual([]);
    expect(store.get(exportAtom)).toEqual({ phase: 'idle' });
    store.set(commitAreasAtom, [{ id: 'area-1', start: 0, end: 3500 }]);
    await store.set(exportTakeAtom);
    expect(cuts).toMatchObject([{ format: 'mp3', kbps: 112 }]);
  });
});

describe('zoom', () => {
  const take = (fit: number) => {
    const store = createStore();
    store.set(fitZoomAtom, fit);
    return store;
  };

  it('multiplies by two from the whole take to 1000 and back', () => {
    const store = take(0.075);
    const seen: number[] = [];
    for (let press = 0; press < 20; press++) {
      seen.push(store.get(shownZoomAtom));
      store.set(stepZoomAtom, 1);
    }
    expect(seen.slice(0, 4)).toEqual([0.075, 0.15, 0.3, 0.6]);
    expect(seen.at(-1)).toBe(1000);
    for (let press = 0; press < 20; press++) store.set(stepZoomAtom, -1);
    expect(store.get(zoomAtom)).toBe(FIT_ZOOM);
    expect(store.get(isWholeInViewAtom)).toBe(true);
  });

  it('has the stops 1, 100, 200 … 1000 on the slider', () => {
    expect(ZOOM_STOPS).toEqual([1, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
    expect(nearestStop(160)).toBe(2);
    expect(nearestStop(0.08)).toBe(0);
  });

  it('toggles between the whole take and 100 px/s, and zooms closer into a short clip', () => {
    const store = take(0.3);
    store.set(toggleZoomAtom);
    expect(store.get(shownZoomAtom)).toBe(100);
    store.set(toggleZoomAtom);
    expect(store.get(shownZoomAtom)).toBe(0.3);
    const clip = take(150);
    clip.set(toggleZoomAtom);
    expect(clip.get(shownZoomAtom)).toBe(600);
  });
});
