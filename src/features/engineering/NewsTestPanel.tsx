// /test-news: counters of the two lists of News, and the tools of a development server.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { engineeringMessages } from '../../lib/messages/engineering.ts';
import type { ListState } from '../../state/lists.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import {
  type ChangeResult,
  createDemoDataAtom,
  mayChangeDataAtom,
  resetDatabaseAtom,
  testActivitiesAtom,
  testNotificationsAtom,
  testPersistenceAtom,
  testTracksAtom,
} from './atoms.ts';
import { ChangeNotice } from './ChangeNotice.tsx';
import styles from './engineering.module.css';

const words = engineeringMessages.news;

const rowsOf = <T,>(list: ListState<T>): readonly T[] => (list.status === 'loading' ? [] : list.rows);

export function NewsTestPanel() {
  const notifications = rowsOf(useAtomValue(testNotificationsAtom));
  const activities = rowsOf(useAtomValue(testActivitiesAtom));
  const mayChange = useAtomValue(mayChangeDataAtom);
  const create = useSetAtom(createDemoDataAtom);
  const persistence = useSetAtom(testPersistenceAtom);
  const [changed, setChanged] = useState<{ result: ChangeResult; done: string } | null>(null);
  const [isKept, setKept] = useState<boolean | null>(null);
  const [isShown, setShown] = useState(false);
  const counters: [name: string, value: number][] = [
    [words.notifications, notifications.length],
    [words.activities, activities.length],
  ];
  return (
    <div className={styles.page}>
      <h1>{words.title}</h1>
      <p className={styles.quiet}>{words.lead}</p>
      <dl className={styles.figures}>
        {counters.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-counter={name}>{value}</dd>
          </div>
        ))}
      </dl>
      {!mayChange && <Notice kind="info">{engineeringMessages.refused}</Notice>}
      <ChangeNotice result={changed?.result ?? null} done={changed?.done ?? null} />
      <div className={styles.ways}>
        <Button
          disabled={!mayChange}
          onClick={() => void create().then((result) => setChanged({ result, done: words.created }))}
        >
          {words.create}
        </Button>
        <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {words.show}
        </Button>
        <ResetButton onChange={(result) => setChanged({ result, done: words.wasReset })} />
        <Button onClick={() => setKept(persistence())}>{words.persistence}</Button>
      </div>
      {isKept !== null && (
        <Notice kind={isKept ? 'good' : 'warn'}>
          {isKept ? words.persistenceKept : words.persistenceLost}
        </Notice>
      )}
      {isShown && <AllData rows={{ notifications, activities }} />}
    </div>
  );
}

/** Needs a second press to confirm. */
function ResetButton({ onChange }: { onChange: (result: ChangeResult) => void }) {
  const mayChange = useAtomValue(mayChangeDataAtom);
  const reset = useSetAtom(resetDatabaseAtom);
  const [isAsked, setAsked] = useState(false);
  const press = () => {
    if (!isAsked) return setAsked(true);
    setAsked(false);
    void reset().then(onChange);
  };
  return (
    <>
      <Button kind="danger" disabled={!mayChange} onClick={press}>
        {words.reset}
      </Button>
      {isAsked && <p role="alert">{words.confirm}</p>}
    </>
  );
}

function AllData({ rows }: { rows: Record<string, readonly unknown[]> }) {
  const tracks = rowsOf(useAtomValue(testTracksAtom));
  return <pre className={styles.data}>{JSON.stringify({ ...rows, tracks }, null, 2)}</pre>;
}
