// An edit survives a page reload: real atoms, engine and database.
import { createStore } from 'jotai/vanilla';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addAreaAtom,
  areasAtom,
  canRedoAtom,
  catchUpAtom,
  choicesAtom,
  chooseToolsAtom,
  playheadAtom,
  redoAtom,
  selectAreaAtom,
  selectedIdAtom,
  setEdgeAtom,
  undoAtom,
} from '../../../../src/features/editor/atoms.ts';
import { loadEditorAtom } from '../../../../src/features/editor/load.ts';
import { editorPortsAtom } from '../../../../src/features/editor/ports.ts';
import { flushNotesAtom, saveViewAtom } from '../../../../src/features/editor/savedView.ts';
import { zoomAtom } from '../../../../src/features/editor/zoom.ts';
import { editKey, viewKey } from '../../../../src/lib/editNotes.ts';
import { dspAtom } from '../../../../src/state/dsp.ts';
import { deleteFile, putFile, sweepFiles } from '../../../../src/storage/files.ts';
import { writeRecordingData } from '../../../../src/storage/handoff.ts';
import { readNote, writeNote } from '../../../../src/storage/notes.ts';
import { fileReference, takeReference } from '../../../../src/storage/references.ts';
import { deleteTake } from '../../../../src/storage/takeRecords.ts';
import { openTake } from '../../../../src/storage/takeWriter.ts';
import { sine } from '../../../support/audio/signals.ts';
import { wavBlob } from '../../../support/audio/wavBlob.ts';

const RATE = 8000;
const SECONDS = 60;
const stores: ReturnType<typeof createStore>[] = [];
let fileId = '';
let reference = '';

/** A separate page that opens the take. */
async function openPage() {
  const store = createStore();
  stores.push(store);
  await store.set(loadEditorAtom);
  const bounds = () => store.get(areasAtom).map(({ start, end }) => [start, end]);
  return { store, bounds };
}

beforeEach(async () => {
  const blob = wavBlob(sine(200, RATE * SECONDS, RATE), RATE);
  fileId = (await putFile(blob, 'take.wav')).id;
  reference = fileReference(fileId);
  writeRecordingData({
    file: { name: 'take.wav', size: blob.size, type: blob.type, data: reference, tempTrackId: 't' },
    duration: SECONDS,
    recordedAt: '2026-11-21T00:00:00Z',
    edited: false,
    title: 'Moments',
  });
});
afterEach(() => {
  for (const store of stores.splice(0)) store.get(dspAtom).dispose();
});

describe('a reopened take', () => {
  it('has its areas, tools, undo, redo, selection, zoom and playhead', async () => {
    const first = await openPage();
    const steps = [first.bounds()];
    for (let end = 50; end > 20; end -= 0.25) {
      first.store.set(setEdgeAtom, 'area-1', 'end', end);
      steps.push(first.bounds());
    }
    first.store.set(addAreaAtom);
    first.store.set(chooseToolsAtom, { loudness: true, fades: { inSeconds: 0.5, outSeconds: 2 } });
    first.store.set(undoAtom);
    first.store.set(zoomAtom, 300);
    first.store.set(selectAreaAtom, 'area-2');
    first.store.set(playheadAtom, 12.5);
    first.store.set(saveViewAtom);
    first.store.set(flushNotesAtom);
    const kept = { areas: first.store.get(areasAtom), steps };
    await expect.poll(() => readNote(viewKey(reference))).toMatchObject({ playhead: 12.5 });

    const { store, bounds } = await openPage();
    expect(store.get(areasAtom)).toEqual(kept.areas);
    expect([store.get(zoomAtom), store.get(playheadAtom)]).toEqual([300, 12.5]);
    expect(store.get(selectedIdAtom)).toBe('area-2');
    store.set(redoAtom);
    expect(store.get(choicesAtom)).toEqual({ loudness: true, fades: { inSeconds: 0.5, outSeconds: 2 } });
    expect(store.get(canRedoAtom)).toBe(false);
    store.set(undoAtom);
    for (let back = 1; back <= 110; back++) {
      store.set(undoAtom);
      expect(bounds()).toEqual(steps.at(-back));
    }
  });

  it('has the edit of another window that was made meanwhile, and the next step keeps it', async () => {
    const first = await openPage();
    first.store.set(setEdgeAtom, 'area-1', 'end', 50);
    first.store.set(flushNotesAtom);
    const second = await openPage();
    second.store.set(setEdgeAtom, 'area-1', 'end', 40);
    second.store.set(setEdgeAtom, 'area-1', 'start', 5);
    second.store.set(flushNotesAtom);
    await first.store.set(catchUpAtom);
    expect(first.bounds()).toEqual([[5, 40]]);
    first.store.set(addAreaAtom);
    first.store.set(undoAtom);
    first.store.set(undoAtom);
    expect(first.bounds()).toEqual([[0, 40]]);
    first.store.set(flushNotesAtom);
    await second.store.set(catchUpAtom);
    expect(second.bounds()).toEqual([[0, 40]]);
  });

  it('keeps its own edit where the disk refused it', async () => {
    const { store, bounds } = await openPage();
    store.set(setEdgeAtom, 'area-1', 'end', 50);
    store.set(flushNotesAtom);
    await expect.poll(() => readNote(editKey(reference))).toMatchObject({ past: [{}] });
    const ports = store.get(editorPortsAtom);
    store.set(editorPortsAtom, {
      ...ports,
      notes: { ...ports.notes, write: () => Promise.reject(new Error()) },
    });
    store.set(setEdgeAtom, 'area-1', 'end', 40);
    await store.set(catchUpAtom);
    expect(bounds()).toEqual([[0, 40]]);
  });

  it('stores each step at once, even without an orderly page close', async () => {
    const first = await openPage();
    for (const end of [40, 30, 20]) first.store.set(setEdgeAtom, 'area-1', 'end', end);
    // No flush, as after a crash.
    await expect
      .poll(() => readNote(editKey(reference)))
      .toMatchObject({ present: { areas: [{ start: 0, end: 20 }] } });
    expect((await openPage()).bounds()).toEqual([[0, 20]]);
  });

  it('reads the plain list of areas of earlier versions', async () => {
    await writeNote(editKey(reference), [{ id: 'area-1', start: 2, end: 9 }]);
    expect((await openPage()).bounds()).toEqual([[2, 9]]);
  });

  it('has no notes left after it is deleted or swept', async () => {
    const { store } = await openPage();
    const note = async () => [await readNote(editKey(reference)), await readNote(viewKey(reference))];
    const edit = async () => {
      await writeNote(editKey(reference), [{ id: 'area-1', start: 2, end: 9 }]);
      store.set(saveViewAtom);
      store.set(flushNotesAtom);
      await expect.poll(note).not.toContain(undefined);
    };
    await edit();
    await deleteFile(fileId);
    expect(await note()).toEqual([undefined, undefined]);

    const other = (await putFile(new Blob(['x']), 'other')).id;
    reference = fileReference(other);
    await writeNote(editKey(reference), 1);
    await writeNote(viewKey(reference), 1);
    await sweepFiles(new Set(), 1000, Date.now() + 2000);
    expect(await note()).toEqual([undefined, undefined]);

    const take = (await openTake('audio/webm')).take.id;
    reference = takeReference(take);
    await writeNote(editKey(reference), 1);
    await writeNote(viewKey(reference), 1);
    await deleteTake(take);
    expect(await note()).toEqual([undefined, undefined]);
  });
});
