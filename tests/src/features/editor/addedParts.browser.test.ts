// Files and silence added to a draft: real atoms, engine and database.
import { createStore } from 'jotai/vanilla';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  areasAtom,
  canUndoAtom,
  editorAtom,
  playheadAtom,
  redoAtom,
  setEdgeAtom,
  sourceAtom,
  undoAtom,
  unreadPartsAtom,
} from '../../../../src/features/editor/atoms.ts';
import { exportAtom, exportTakeAtom } from '../../../../src/features/editor/exportTake.ts';
import { loadEditorAtom } from '../../../../src/features/editor/load.ts';
import { flushNotesAtom } from '../../../../src/features/editor/savedView.ts';
import { takeDamageAtom } from '../../../../src/features/editor/takeDamage.ts';
import {
  addFileAtom,
  addSilenceAtom,
  addStateAtom,
  recordMoreAtom,
  startAddingAtom,
} from '../../../../src/features/editor/takes/adding.ts';
import { partNamesAtom } from '../../../../src/features/editor/takes/partNames.ts';
import {
  leaveShareFileAtom,
  loadShareFileAtom,
  shareFileAtom,
} from '../../../../src/features/publish/file.ts';
import { editKey } from '../../../../src/lib/editNotes.ts';
import { dspAtom } from '../../../../src/state/dsp.ts';
import { leadInAtom } from '../../../../src/state/leadIn.ts';
import { listTakes, renameTake } from '../../../../src/storage/drafts.ts';
import { allFiles, deleteFile, putFile } from '../../../../src/storage/files.ts';
import {
  clearAddition,
  clearUploadFile,
  forgetMemory,
  memoryReference,
  openReference,
  type RecordingData,
  readAddition,
  readRecordingData,
  readUploadFile,
  writeRecordingData,
} from '../../../../src/storage/handoff.ts';
import { readNote, writeNote } from '../../../../src/storage/notes.ts';
import { pickedFiles } from '../../../../src/storage/pickedFiles.ts';
import { fileReference, takeReference } from '../../../../src/storage/references.ts';
import { sweepStorage } from '../../../../src/storage/sweep.ts';
import { deleteTake } from '../../../../src/storage/takeRecords.ts';
import { openTake } from '../../../../src/storage/takeWriter.ts';
import { sine } from '../../../support/audio/signals.ts';
import { wavBlob } from '../../../support/audio/wavBlob.ts';

const RATE = 8000;
const DAY_MS = 86_400_000;
const stores: ReturnType<typeof createStore>[] = [];
let fileId = '';
let reference = '';

const draftFile = () => ({ name: 'take.wav', size: 1, type: 'audio/wav', tempTrackId: 't' });
const named = (blob: Blob, name: string) => new File([blob], name, { type: blob.type });
/** Four seconds at another rate. */
const other = () => named(wavBlob(sine(300, 4 * 11_025, 11_025), 11_025), 'other.wav');

/** A separate page that opens the draft; it reads parts as the editor's panel does. */
async function openPage() {
  const store = createStore();
  stores.push(store);
  let reading: Promise<void> = store.set(loadEditorAtom);
  store.sub(unreadPartsAtom, () => {
    reading = store.set(loadEditorAtom);
  });
  await reading;
  const settled = async () => {
    await reading;
    expect(store.get(editorAtom).phase).toBe('ready');
  };
  const shown = () => ({
    seconds: store.get(sourceAtom)?.seconds ?? 0,
    areas: store.get(areasAtom).map(({ start, end }) => [start, end]),
  });
  return { store, settled, shown };
}

beforeEach(async () => {
  const blob = wavBlob(sine(200, RATE * 10, RATE), RATE);
  fileId = (await putFile(blob, 'take.wav')).id;
  reference = fileReference(fileId);
  writeRecordingData({
    file: { name: 'take.wav', size: blob.size, type: blob.type, data: reference, tempTrackId: 't' },
    duration: 10,
    recordedAt: '2026-11-21T00:00:00Z',
    edited: false,
    title: 'Moments',
  });
});
afterEach(async () => {
  for (const store of stores.splice(0)) store.get(dspAtom).dispose();
  for (const { id } of await allFiles()) await deleteFile(id);
});

describe('a file added to a draft', () => {
  it('is one undo step, stays after a crash, and is undone after it', async () => {
    const first = await openPage();
    first.store.set(startAddingAtom);
    await first.store.set(addFileAtom, other(), 'end');
    await first.settled();
    expect(first.shown()).toEqual({ seconds: 14, areas: [[0, 14]] });
    expect(first.store.get(playheadAtom)).toBe(0);
    first.store.set(undoAtom);
    expect(first.shown()).toEqual({ seconds: 10, areas: [[0, 10]] });
    first.store.set(redoAtom);
    expect(first.shown()).toEqual({ seconds: 14, areas: [[0, 14]] });
    first.store.set(setEdgeAtom, 'area-1', 'start', 1);
    await expect
      .poll(() => readNote(editKey(reference)))
      .toMatchObject({ present: { areas: [{ start: 1, end: 14 }] }, seconds: 14 });

    const second = await openPage();
    expect(second.shown()).toEqual({ seconds: 14, areas: [[1, 14]] });
    second.store.set(undoAtom);
    expect(second.shown().areas).toEqual([[0, 14]]);
    // The take alone was not read on this page.
    second.store.set(undoAtom);
    expect(second.store.get(editorAtom).phase).toBe('preparing');
    await second.settled();
    expect(second.shown()).toEqual({ seconds: 10, areas: [[0, 10]] });
    expect(second.store.get(canUndoAtom)).toBe(false);
    second.store.set(redoAtom);
    expect(second.shown()).toEqual({ seconds: 14, areas: [[0, 14]] });
  });

  it('is exported with silence, to the frame', async () => {
    const { store, settled, shown } = await openPage();
    await store.set(addFileAtom, other(), 'end');
    await settled();
    store.set(playheadAtom, 2);
    await store.set(addSilenceAtom, 0.5, 'here');
    await settled();
    // Half a second is 5,512.5 frames.
    expect(shown().seconds).toBeCloseTo(14.5, 4);
    expect(shown().areas).toEqual([[0, shown().seconds]]);
    await store.set(exportTakeAtom);
    expect(store.get(exportAtom)).toEqual({ phase: 'done' });
    const exported = await openReference(readUploadFile()?.data ?? '');
    const facts = await store.get(dspAtom).inspect(exported);
    expect(facts).toMatchObject({
      container: 'wav',
      sampleRate: 11_025,
      frames: 110_250 + 5_513 + 44_100,
      channels: 1,
    });
    const { channels } = await store.get(dspAtom).decodeRange(exported, 2, 2.5);
    expect(channels[0]?.every((sample) => sample === 0)).toBe(true);
  });

  it('is not added to another draft that was opened meanwhile, and nothing is stored of it', async () => {
    const { store, shown } = await openPage();
    const dsp = store.get(dspAtom);
    let go = () => {};
    const isOpen = new Promise<void>((resolve) => {
      go = resolve;
    });
    store.set(dspAtom, { ...dsp, inspect: async (...asked) => isOpen.then(() => dsp.inspect(...asked)) });
    const adding = store.set(addFileAtom, other(), 'end');
    const second = await putFile(wavBlob(sine(200, RATE * 3, RATE), RATE), 'second.wav');
    const before = readRecordingData() as RecordingData;
    writeRecordingData({ ...before, file: { ...draftFile(), data: fileReference(second.id) } });
    await store.set(loadEditorAtom);
    go();
    await adding;
    expect(shown()).toEqual({ seconds: 3, areas: [[0, 3]] });
    expect((await allFiles()).map(({ name }) => name).sort()).toEqual(['second.wav', 'take.wav']);
  });

  it('is refused when nothing in it can be heard, and the draft stays', async () => {
    const { store, shown } = await openPage();
    await store.set(addFileAtom, named(new Blob(['no sound at all']), 'notes.txt'), 'end');
    expect(store.get(addStateAtom)).toEqual({ phase: 'failed', reason: 'unreadable' });
    expect(shown()).toEqual({ seconds: 10, areas: [[0, 10]] });
    expect(await allFiles()).toHaveLength(1);
  });
});

describe('the waveform of a draft with several takes', () => {
  /** The pages' reads of whole files, by their sizes. */
  function countReads(page: Awaited<ReturnType<typeof openPage>>): number[] {
    const dsp = page.store.get(dspAtom);
    const read: number[] = [];
    const analyse = dsp.analyse.bind(dsp);
    page.store.set(dspAtom, {
      ...dsp,
      analyse: (file, ...rest) => {
        read.push(file.size);
        return analyse(file, ...rest);
      },
    });
    return read;
  }
  const columnsOf = (page: Awaited<ReturnType<typeof openPage>>) => {
    const columns = new Float32Array(2 * 130);
    page.store.get(sourceAtom)?.pyramid.columns(0, 0.1, 130, columns);
    return columns;
  };

  it('is that of its parts, and only an added file is read', async () => {
    const page = await openPage();
    const read = countReads(page);
    const file = other();
    page.store.set(playheadAtom, 4);
    await page.store.set(addFileAtom, file, 'here');
    await page.settled();
    page.store.set(playheadAtom, 9);
    await page.store.set(addSilenceAtom, 1, 'here');
    await page.settled();
    expect(read).toEqual([file.size]);
    const joined = columnsOf(page);
    page.store.set(flushNotesAtom);
    // Another page knows nothing and reads the whole draft.
    const whole = columnsOf(await openPage());
    // Around a join the pairs of the parts are not those of the draft.
    const joins = [4, 8, 9, 10];
    const far = whole.map((value, n) =>
      joins.some((at) => Math.abs(at - n / 20) < 0.2) ? 0 : Math.abs(value - (joined[n] ?? 0)),
    );
    expect(Math.max(...far)).toBeLessThan(0.03);
    expect(Math.max(...whole)).toBeGreaterThan(0.2);
  });
});

describe('a recording made for a draft', () => {
  /** The recorder hands over a finished take of three seconds. */
  async function record(startedAt: number) {
    const sound = wavBlob(sine(400, 3 * RATE, RATE), RATE);
    const writer = await openTake('audio/wav', { now: startedAt });
    await writer.append(sound, 3);
    await writer.finish(3);
    const data = takeReference(writer.take.id);
    writeRecordingData({
      file: { name: 'recording_1.wav', size: sound.size, type: sound.type, data, tempTrackId: 'n' },
      duration: 3,
      recordedAt: new Date(startedAt).toISOString(),
      edited: false,
      title: 'New',
    });
    return data;
  }

  it('takes the place of the rest, is one undo step, and leaves the list of drafts', async () => {
    const page = await openPage();
    page.store.set(playheadAtom, 4);
    await page.store.set(recordMoreAtom, 'replace', { hears: true });
    // What is heard before it ends where it begins.
    const heard = page.store.get(leadInAtom);
    const own = (await page.store.get(dspAtom).decodeRange(await openReference(reference), 2, 4)).channels;
    expect(heard?.channels).toEqual(own);
    const data = await record(Date.now());
    await page.store.set(loadEditorAtom);
    expect(page.shown()).toEqual({ seconds: 7, areas: [[0, 7]] });
    expect(page.store.get(sourceAtom)?.reference).toBe(reference);
    expect(readRecordingData()?.file.data).toBe(reference);
    expect(readAddition()).toBeNull();
    expect((await listTakes()).map(({ id }) => takeReference(id))).not.toContain(data);
    const parts = page.store.get(sourceAtom)?.parts ?? [];
    expect([...(await page.store.set(partNamesAtom, parts))].sort()).toEqual([
      [reference, 'take'],
      [data, 'Recording 1'],
    ]);
    await renameTake(data.slice('idb:take/'.length), 'A better end');
    expect((await page.store.set(partNamesAtom, parts)).get(data)).toBe('A better end');
    page.store.set(undoAtom);
    page.store.set(flushNotesAtom);
    // Not that of the draft before: its length is not known yet.
    await expect.poll(() => readNote(editKey(reference))).toMatchObject({ seconds: undefined });
    await page.settled();
    expect(page.shown()).toEqual({ seconds: 10, areas: [[0, 10]] });
    page.store.set(redoAtom);
    await page.settled();
    page.store.set(flushNotesAtom);
    // Deleted with the draft.
    await deleteFile(fileId);
    await expect(openReference(data)).rejects.toThrow();
  });

  it('stays in the list where the draft is only in memory', async () => {
    const before = readRecordingData() as RecordingData;
    const memory = memoryReference(wavBlob(sine(200, RATE * 5, RATE), RATE));
    writeRecordingData({ ...before, file: { ...draftFile(), data: memory } });
    const page = await openPage();
    await page.store.set(recordMoreAtom, 'end', { hears: false });
    const data = await record(Date.now());
    await page.store.set(loadEditorAtom);
    expect(page.shown().seconds).toBe(8);
    expect((await listTakes()).map(({ id }) => takeReference(id))).toContain(data);
    await deleteTake(data.slice('idb:take/'.length));
    await forgetMemory(memory);
  });

  it('follows silence where the draft is shorter than what is heard', async () => {
    const page = await openPage();
    page.store.set(playheadAtom, 0.5);
    await page.store.set(recordMoreAtom, 'here', { hears: true });
    const { channels, sampleRate } = page.store.get(leadInAtom) ?? { channels: [], sampleRate: 0 };
    const [samples] = channels;
    expect(samples).toHaveLength(2 * sampleRate);
    expect(samples?.subarray(0, 1.5 * sampleRate).every((sample) => sample === 0)).toBe(true);
    expect(samples?.subarray(1.5 * sampleRate).some((sample) => sample !== 0)).toBe(true);
    page.store.set(playheadAtom, 0);
    await page.store.set(recordMoreAtom, 'here', { hears: true });
    expect(page.store.get(leadInAtom)).toBeNull();
    clearAddition();
  });

  it('is a draft again when it was undone and the draft is deleted', async () => {
    const page = await openPage();
    await page.store.set(recordMoreAtom, 'end', { hears: false });
    expect(page.store.get(leadInAtom)).toBeNull();
    const data = await record(Date.now());
    await page.store.set(loadEditorAtom);
    page.store.set(undoAtom);
    await page.settled();
    page.store.set(flushNotesAtom);
    await deleteFile(fileId);
    const left = (await listTakes()).map(({ id }) => takeReference(id));
    expect(left).toContain(data);
    await deleteTake(data.slice('idb:take/'.length));
  });

  it('stays a draft of its own when it was made before', async () => {
    const page = await openPage();
    const earlier = await record(Date.now() - 60_000);
    const before = readRecordingData();
    writeRecordingData({ ...(before as RecordingData), file: { ...draftFile(), data: reference } });
    await page.store.set(recordMoreAtom, 'end', { hears: false });
    writeRecordingData(before as RecordingData);
    await page.store.set(loadEditorAtom);
    expect(page.store.get(sourceAtom)?.reference).toBe(earlier);
    expect(page.shown().seconds).toBe(3);
    expect(readAddition()).toBeNull();
    await deleteTake(earlier.slice('idb:take/'.length));
  });
});

describe('the file made from a draft', () => {
  it('is refused by the share form while the draft has a newer edit, and so is the draft itself', async () => {
    const { store } = await openPage();
    const onForm = async () => {
      store.set(leaveShareFileAtom, false);
      await store.set(loadShareFileAtom);
      return store.get(shareFileAtom);
    };
    store.set(setEdgeAtom, 'area-1', 'end', 8);
    store.set(setEdgeAtom, 'area-1', 'end', 7);
    await store.set(exportTakeAtom);
    store.set(flushNotesAtom);
    expect((await onForm()).phase).toBe('ready');
    store.set(setEdgeAtom, 'area-1', 'end', 6);
    store.set(flushNotesAtom);
    expect(await onForm()).toMatchObject({ phase: 'refused', reason: 'edited' });
    await store.set(exportTakeAtom);
    expect((await onForm()).phase).toBe('ready');
    clearUploadFile();
    expect(await onForm()).toMatchObject({ phase: 'refused', reason: 'edited' });
  });
});

describe('the stored parts of a draft', () => {
  const ids = async () => (await allFiles()).map(({ id }) => id);

  it('are in no list, outlive the week, and are deleted with the draft', async () => {
    const { store, settled } = await openPage();
    await store.set(addFileAtom, other(), 'end');
    await settled();
    store.set(flushNotesAtom);
    expect(await ids()).toHaveLength(2);
    expect((await pickedFiles()).map(({ id }) => id)).toEqual([fileId]);
    await writeNote('swept', 0);
    await sweepStorage(Date.now() + 8 * DAY_MS);
    expect(await ids()).toHaveLength(2);
    await deleteFile(fileId);
    expect(await ids()).toEqual([]);
  });

  it('are replaced by silence, which is marked, when one is missing, and all others stay', async () => {
    const first = await openPage();
    await first.store.set(addFileAtom, other(), 'end');
    await first.settled();
    await first.store.set(addFileAtom, named(wavBlob(sine(300, RATE, RATE), RATE), 'last.wav'), 'end');
    await first.settled();
    first.store.set(flushNotesAtom);
    const part = (await allFiles()).find(({ name }) => name === 'other.wav');
    await deleteFile(part?.id ?? '');

    const { store, shown } = await openPage();
    expect(shown()).toEqual({ seconds: 15, areas: [[0, 15]] });
    expect(store.get(takeDamageAtom)?.damage).toMatchObject([{ kind: 'gap', atSeconds: 10, seconds: 4 }]);
    const { file } = store.get(sourceAtom) ?? {};
    const heard = async (start: number, end: number) => {
      const { channels } = await store.get(dspAtom).decodeRange(file ?? new Blob(), start, end);
      return channels[0]?.some((sample) => sample !== 0);
    };
    expect([await heard(9, 9.9), await heard(10.1, 13.9), await heard(14.1, 15)]).toEqual([
      true,
      false,
      true,
    ]);
    // It may come back.
    expect(store.get(sourceAtom)?.parts).toHaveLength(3);
  });

  it('are deleted with a take', async () => {
    const writer = await openTake('audio/webm');
    const { putPart } = await import('../../../../src/storage/files.ts');
    await putPart(new Blob(['part']), 'part.wav', takeReference(writer.take.id));
    await putPart(new Blob(['part']), 'part.wav', reference);
    writer.release();
    await deleteTake(writer.take.id);
    expect(new Set((await allFiles()).map(({ partOf }) => partOf))).toEqual(new Set([undefined, reference]));
  });
});
