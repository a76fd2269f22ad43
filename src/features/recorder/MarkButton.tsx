// Marks the current place of the running take; counts the marks.
import { useAtomValue, useSetAtom } from 'jotai';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Say } from '../../ui/Say.tsx';
import { tick } from '../../ui/tick.ts';
import { takeMarksAtom } from './atoms.ts';
import styles from './recorder.module.css';
import type { RecorderText } from './recorderText.ts';
import { markAtom } from './recording.ts';

interface Marking {
  mark: () => void;
  /** Name of the button with the number of marks. */
  shown: string;
  /** Announces each new mark. */
  spoken: ReactNode;
}

export function useMarking(words: RecorderText): Marking {
  const mark = useSetAtom(markAtom);
  const marks = useAtomValue(takeMarksAtom);
  const count = marks.length;
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) tick();
    before.current = count;
  }, [count]);
  const { marker } = recorderMessages.marks;
  const values = { n: count, time: formatDuration(marks.at(-1) ?? 0) };
  return {
    mark,
    shown: count > 0 ? `${marker} ${count}` : marker,
    spoken: (
      <span className="spoken" role="status">
        {count > 0 && <Say text={words.marked} values={values} />}
      </span>
    ),
  };
}

export function MarkButton({ words }: { words: RecorderText }) {
  const { mark, shown, spoken } = useMarking(words);
  return (
    <>
      <Button
        className={styles.marker}
        icon={<Icon name="flag" size={20} />}
        aria-label={words.mark}
        aria-keyshortcuts="M"
        title={words.markKey}
        onClick={mark}
      >
        {shown}
      </Button>
      {spoken}
    </>
  );
}

/** M does the same as the button. */
export function useMarkKey(): (event: KeyboardEvent) => void {
  const mark = useSetAtom(markAtom);
  return ({ key, altKey, ctrlKey, metaKey, repeat }) => {
    if (key.toLowerCase() === 'm' && !(altKey || ctrlKey || metaKey || repeat)) mark();
  };
}
