// Clears the listening traces of this browser, and lists what it removes and what stays.
import { useAtomValue } from 'jotai/react';
import { tracesMessages as words } from '../../lib/messages/traces.ts';
import { fill } from '../../lib/messages.ts';
import { historyAtom } from '../../state/listening/history.ts';
import { placeCountAtom } from '../../state/listening/places.ts';
import { ClearButton } from './ClearButton.tsx';
import styles from './traces.module.css';

export function ClearTraces() {
  const heard = useAtomValue(historyAtom).length;
  const places = useAtomValue(placeCountAtom);
  return (
    <section className={styles.part} aria-label={words.clearTitle}>
      <h3 className={styles.heading}>{words.clearTitle}</h3>
      <p>{words.clears}</p>
      <ul className={styles.list}>
        <li>{fill(words.cleared.history, { count: heard })}</li>
        <li>{fill(words.cleared.places, { count: places })}</li>
        <li>{words.cleared.searches}</li>
        <li>{words.cleared.copies}</li>
        <li>{words.cleared.drafts}</li>
        <li>{words.cleared.ids}</li>
        <li>{words.cleared.earlier}</li>
      </ul>
      <p className={styles.limits}>{words.clearLimits}</p>
      <ClearButton />
    </section>
  );
}
