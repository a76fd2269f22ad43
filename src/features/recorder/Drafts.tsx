// Takes and picked files that are still on this device; a take that a killed tab left behind says so.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { studioMessages } from '../../lib/messages/studio.ts';
import { DraftCard } from './DraftCard.tsx';
import { discardDraftAtom, discardPickedAtom } from './discard.ts';
import styles from './drafts.module.css';
import {
  continueDraftAtom,
  type Draft,
  draftsAtom,
  keepDraftAtom,
  openDraftAtom,
  refreshDraftsAtom,
} from './drafts.ts';
import { PickedCard } from './PickedCard.tsx';
import { openPickedAtom, pickedFilesAtom, refreshPickedAtom } from './picked.ts';

export interface DraftsProps {
  /** Asked before the microphone opens; false keeps it closed. */
  allow: () => Promise<boolean>;
  onOpened: (where: 'editor' | 'upload') => void;
}

export function Drafts({ allow, onOpened }: DraftsProps) {
  const drafts = useAtomValue(draftsAtom);
  const refresh = useSetAtom(refreshDraftsAtom);
  const open = useSetAtom(openDraftAtom);
  const goOn = useSetAtom(continueDraftAtom);
  const keep = useSetAtom(keepDraftAtom);
  const discard = useSetAtom(discardDraftAtom);
  const picked = useAtomValue(pickedFilesAtom);
  const refreshPicked = useSetAtom(refreshPickedAtom);
  const openPicked = useSetAtom(openPickedAtom);
  const discardPicked = useSetAtom(discardPickedAtom);
  useEffect(() => {
    void refresh();
    void refreshPicked();
  }, [refresh, refreshPicked]);

  const edit = async (draft: Draft) => {
    await open(draft);
    onOpened('editor');
  };
  const record = async (draft: Draft) => {
    if (!(await allow())) return;
    window.scrollTo({ top: 0, behavior: 'smooth' });
    await goOn(draft);
  };
  if (drafts.length + picked.length === 0) return null;
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
        {picked.map((file) => (
          <PickedCard
            key={file.id}
            file={file}
            onOpen={() => onOpened(openPicked(file))}
            onDelete={() => void discardPicked(file)}
          />
        ))}
      </ul>
    </section>
  );
}
