// Marks the current place of the running take; counts the marks.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { tick } from '../../ui/tick.ts';
import { takeMarksAtom } from './atoms.ts';
import styles from './recorder.module.css';
import { markAtom } from './recording.ts';

const { marks: words } = recorderMessages;

export function MarkButton() {
  const mark = useSetAtom(markAtom);
  const marks = useAtomValue(takeMarksAtom);
  const count = marks.length;
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) tick();
    before.current = count;
  }, [count]);
  return (
    <>
      <Button
        className={styles.marker}
        icon={<Icon name="flag" size={20} />}
        aria-label={words.set}
        aria-keyshortcuts="M"
        title={words.key}
        onClick={() => mark()}
      >
        {words.marker} {count > 0 && count}
      </Button>
      <span className="spoken" role="status">
        {count > 0 && fill(words.said, { n: count, time: formatDuration(marks.at(-1) ?? 0) })}
      </span>
    </>
  );
}
