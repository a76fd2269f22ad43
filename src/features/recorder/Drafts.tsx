// Takes that are still on this device; one that a killed tab left behind says so.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { studioMessages } from '../../lib/messages/studio.ts';
import { DraftCard } from './DraftCard.tsx';
import { discardDraftAtom } from './discard.ts';
import styles from './drafts.module.css';
import {
  continueDraftAtom,
  type Draft,
  draftsAtom,
  keepDraftAtom,
  openDraftAtom,
  refreshDraftsAtom,
} from './drafts.ts';

export interface DraftsProps {
  /** Asked before the microphone opens; false keeps it closed. */
  allow: () => Promise<boolean>;
  onOpened: () => void;
}

export function Drafts({ allow, onOpened }: DraftsProps) {
  const drafts = useAtomValue(draftsAtom);
  const refresh = useSetAtom(refreshDraftsAtom);
  const open = useSetAtom(openDraftAtom);
  const goOn = useSetAtom(continueDraftAtom);
  const keep = useSetAtom(keepDraftAtom);
  const discard = useSetAtom(discardDraftAtom);
  useEffect(() => void refresh(), [refresh]);

  const edit = async (draft: Draft) => {
    await open(draft);
    onOpened();
  };
  const record = async (draft: Draft) => {
    if (!(await allow())) return;
    window.scrollTo({ top: 0, behavior: 'smooth' });
    await goOn(draft);
  };
  if (drafts.length === 0) return null;
  return (
    <section className={styles.drafts}>
      <h2 className={styles.title}>{studioMessages.studio.draftsTitle}</h2>
      <ul>
        {drafts.map((draft) => (
          <DraftCard
            key={draft.id}
            draft={draft}
            onEdit={() => void edit(draft)}
            onContinue={() => void record(draft)}
            onKeep={() => void keep(draft)}
            onDelete={() => void discard(draft)}
          />
        ))}
      </ul>
    </section>
  );
}
