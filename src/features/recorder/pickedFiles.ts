// Audio files the person picked: choose one, open it or list the ones still on this device.
import { atom } from 'jotai/vanilla';
import { HEAD_BYTES, judgeAudioFile, sniffType } from '../../lib/audioFile.ts';
import { dspAtom, unreadFormat } from '../../state/dsp.ts';
import type { PickedFile } from '../../storage/pickedFiles.ts';
import { recorderPortsAtom } from './ports.ts';

const storedAtom = atom<PickedFile[]>([]);
/** A removed file that can still be restored. */
export const hiddenFileAtom = atom<string | null>(null);

export const pickedFilesAtom = atom((get) =>
  get(storedAtom).filter(({ reference }) => reference !== get(hiddenFileAtom)),
);

/** Reloads the list; empty on a device without storage. */
export const refreshPickedAtom = atom(null, async (get, set) => {
  set(
    storedAtom,
    await get(recorderPortsAtom)
      .pickedFiles()
      .catch(() => []),
  );
});

/** Hands a file to the editor if it was edited there, otherwise to the share form. */
export const openPickedAtom = atom(null, (get, _set, file: PickedFile): 'editor' | 'upload' => {
  const { handoff } = get(recorderPortsAtom);
  const { name, type, sizeBytes: size, storedAt, reference: data } = file;
  if (!file.isEdited) {
    handoff.clearRecordingData();
    handoff.writeUploadFile({ name, type, size, data });
    return 'upload';
  }
  handoff.clearUploadFile();
  handoff.writeRecordingData({
    file: { name, size, type, data, tempTrackId: `recording-preview-${storedAt}` },
    // The editor measures it.
    duration: 0,
    recordedAt: new Date(storedAt).toISOString(),
    edited: false,
    title: '',
  });
  return 'editor';
});

/**
 * Stores an audio file for `/upload`; false when it is not audio. The share form reports every other problem.
 */
export const pickFileAtom = atom(null, async (get, _set, file: File): Promise<boolean> => {
  const { putFile, handoff } = get(recorderPortsAtom);
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const verdict = judgeAudioFile(file, head);
  const isAudio = verdict.ok || verdict.reason !== 'not_audio';
  // The form names a format that cannot be played.
  if (!isAudio && (await unreadFormat(get(dspAtom), file)) === null) return false;
  const type = verdict.ok ? verdict.type : (sniffType(head) ?? file.type);
  const data = await putFile(file, file.name).then(
    (stored) => handoff.fileReference(stored.id),
    () => handoff.memoryReference(file),
  );
  handoff.clearRecordingData();
  handoff.writeUploadFile({ name: file.name, type, size: file.size, data });
  return true;
});
