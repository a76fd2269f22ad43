// A file from the device instead of a recording: stored as it is, for the share form.
import { atom } from 'jotai/vanilla';
import { HEAD_BYTES, judgeAudioFile, sniffType } from '../../lib/audioFile.ts';
import { dspAtom, unreadFormat } from '../../state/dsp.ts';
import { recorderPortsAtom } from './ports.ts';

/**
 * Stores an audio file for `/upload` and answers true; false when it is not audio at all (K27).
 * Everything else that may be wrong with it is said on the share form, next to the file.
 */
export const pickFileAtom = atom(null, async (get, _set, file: File): Promise<boolean> => {
  const { putFile, handoff } = get(recorderPortsAtom);
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const verdict = judgeAudioFile(file, head);
  const isAudio = verdict.ok || verdict.reason !== 'not_audio';
  // The form names what cannot be played.
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
