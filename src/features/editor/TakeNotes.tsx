// Messages about the open take: still loading, repaired, damage found, published elsewhere.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { studioMessages } from '../../lib/messages/studio.ts';
import { takeMessages } from '../../lib/messages/take.ts';
import { fill } from '../../lib/messages.ts';
import type { EditorSource } from './atoms.ts';
import { readingAtom } from './load.ts';
import { elsewhereAtom, watchElsewhereAtom } from './otherWindows.ts';
import styles from './take.module.css';
import { takeReportAtom } from './takeReport.ts';

export function TakeNotes({ source: { reference, repaired } }: { source: EditorSource }) {
  const reading = useAtomValue(readingAtom);
  const report = useAtomValue(takeReportAtom);
  const elsewhere = useAtomValue(elsewhereAtom);
  const watch = useSetAtom(watchElsewhereAtom);
  useEffect(() => watch(reference), [watch, reference]);
  return (
    <>
      <p role="status" className={styles.told}>
        {elsewhere !== 'no' && takeMessages.elsewhere[elsewhere]}
      </p>
      {reading !== null && (
        <p className={styles.reading}>{fill(takeMessages.take.reading, { n: Math.round(reading * 100) })}</p>
      )}
      {repaired && <p className={styles.repaired}>{studioMessages.editor.repaired}</p>}
      {report && (
        <details className={styles.report}>
          <summary>{takeMessages.take.report}</summary>
          <ul>
            {report.words.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
