// Announces changed areas to screen readers once nothing has moved for a moment.
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { editorMessages } from '../../lib/messages/editor.ts';
import { fill } from '../../lib/messages.ts';
import { type Area, totalSeconds } from './areas.ts';
import { areasAtom } from './atoms.ts';
import styles from './editor.module.css';
import { speakTime, tenths } from './times.ts';

const SETTLED_MS = 500;

export function AreaAnnouncement() {
  const areas = useAtomValue(areasAtom);
  const said = useRef(areas);
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      if (said.current !== areas) setText(newsOf(said.current, areas));
      said.current = areas;
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [areas]);
  return (
    <p role="status" className={styles.spoken}>
      {text}
    </p>
  );
}

/** One area that changed is read out; more are counted. */
function newsOf(before: readonly Area[], after: readonly Area[]): string {
  const changed = after.filter(
    (area) =>
      !before.some(({ id, start, end }) => id === area.id && start === area.start && end === area.end),
  );
  const [only] = changed;
  if (changed.length === 1 && only && after.length >= before.length) {
    const n = after.indexOf(only) + 1;
    return fill(editorMessages.areaSays, { n, start: tenths(only.start), end: tenths(only.end) });
  }
  return fill(editorMessages.areasLeft, { n: after.length, kept: speakTime(totalSeconds(after)) });
}
