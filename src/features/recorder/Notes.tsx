// Words to read while recording, in large type.
import { useAtomValue, useSetAtom } from 'jotai';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { isRunning, recorderAtom } from './atoms.ts';
import { notesAtom, writeNotesAtom } from './notes.ts';
import styles from './recorder.module.css';

const { notes: words } = recorderMessages;

export function Notes() {
  const text = useAtomValue(notesAtom);
  const write = useSetAtom(writeNotesAtom);
  // No keyboard opens over a running take.
  const isReading = isRunning(useAtomValue(recorderAtom));
  if (text === null) return null;
  return (
    <textarea
      className={styles.notes}
      aria-label={words.label}
      placeholder={words.hint}
      value={text}
      readOnly={isReading}
      onChange={(event) => void write(event.currentTarget.value)}
    />
  );
}
