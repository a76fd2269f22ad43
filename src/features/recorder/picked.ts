// Files of the device that were picked earlier and are still here: on with them, or away with them.
import { atom } from 'jotai/vanilla';
import type { PickedFile } from '../../storage/pickedFiles.ts';
import { recorderPortsAtom } from './ports.ts';

const storedAtom = atom<PickedFile[]>([]);
/** A file whose removal can still be undone. */
export const hiddenFileAtom = atom<string | null>(null);

export const pickedFilesAtom = atom((get) =>
  get(storedAtom).filter(({ reference }) => reference !== get(hiddenFileAtom)),
);

/** Reads the list anew; a device without storage simply has none. */
export const refreshPickedAtom = atom(null, async (get, set) => {
  set(
    storedAtom,
    await get(recorderPortsAtom)
      .pickedFiles()
      .catch(() => []),
  );
});

/** Hands a file on, and answers where to: the editor where it was edited, else the share form. */
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
    // The editor counts it.
    duration: 0,
    recordedAt: new Date(storedAt).toISOString(),
    edited: false,
    title: '',
  });
  return 'editor';
});
