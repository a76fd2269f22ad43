// A take in the editor's atoms with the real engine and the browser's own storage.
import { createStore } from 'jotai/vanilla';
import { ENGINE_BUILD } from '../../../src/dsp/protocol.ts';
import { editorAtom } from '../../../src/features/editor/atoms.ts';
import { exportAtom, exportTakeAtom } from '../../../src/features/editor/exportTake.ts';
import { loadEditorAtom } from '../../../src/features/editor/load.ts';
import { editorPortsAtom } from '../../../src/features/editor/ports.ts';
import { putFile } from '../../../src/storage/files.ts';
import { openReference, readUploadFile, writeRecordingData } from '../../../src/storage/handoff.ts';
import { fileReference } from '../../../src/storage/references.ts';
import { writeSetting } from '../../../src/storage/settings.ts';
import { wavBlob } from '../audio/wavBlob.ts';

export type EditorStore = ReturnType<typeof createStore>;

/** Ready to be edited; dispose of `dspAtom` afterwards. */
export async function openedTake(
  samples: Float32Array,
  sampleRate: number,
  { phone = false } = {},
): Promise<EditorStore> {
  const store = createStore();
  // A busy machine would be measured as a slow phone, which exports longer takes as WAV.
  writeSetting('device', { build: ENGINE_BUILD, speed: 1000 });
  store.set(editorPortsAtom, { ...store.get(editorPortsAtom), isPhone: () => phone });
  const take = wavBlob(samples, sampleRate);
  const data = fileReference((await putFile(take, 'ladder.wav')).id);
  writeRecordingData({
    file: { name: 'ladder.wav', size: take.size, type: take.type, data, tempTrackId: 't' },
    duration: samples.length / sampleRate,
    recordedAt: '2026-11-21T00:00:00Z',
    edited: false,
    title: 'Moments',
  });
  await store.set(loadEditorAtom);
  const { phase } = store.get(editorAtom);
  if (phase !== 'ready') throw new Error(`the editor is ${phase}`);
  return store;
}

/** The file that "Next Step" hands to the form. */
export async function exportedFile(store: EditorStore) {
  await store.set(exportTakeAtom);
  const state = store.get(exportAtom);
  if (state.phase !== 'done') throw new Error(`the export is ${JSON.stringify(state)}`);
  const upload = readUploadFile();
  if (!upload) throw new Error('nothing was handed over');
  return { upload, file: await openReference(upload.data) };
}
