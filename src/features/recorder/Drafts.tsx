// Takes that are still on this device; one that a killed tab left behind says so.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { relativeTime } from '../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { UndoBar } from '../../ui/UndoBar.tsx';
import {
  type Draft,
  discardDraftAtom,
  draftsAtom,
  openDraftAtom,
  refreshDraftsAtom,
  restoreDraftAtom,
} from './drafts.ts';
import styles from './recorder.module.css';

export function Drafts({ onOpened }: { onOpened: () => void }) {
  const drafts = useAtomValue(draftsAtom);
  const refresh = useSetAtom(refreshDraftsAtom);
  const open = useSetAtom(openDraftAtom);
  const discard = useSetAtom(discardDraftAtom);
  const restore = useSetAtom(restoreDraftAtom);
  const [removed, setRemoved] = useState<string | null>(null);
  useEffect(() => void refresh(), [refresh]);

  const edit = async (draft: Draft) => {
    await open(draft);
    onOpened();
  };
  const remove = async (takeId: string) => {
    await discard(takeId);
    setRemoved(takeId);
  };

  if (drafts.length === 0 && removed === null) return null;
  return (
    <section className={styles.drafts}>
      {drafts.length > 0 && <h2 className={styles.draftsTitle}>{studioMessages.studio.draftsTitle}</h2>}
      <ul>
        {drafts.map((draft) => (
          <li key={draft.take.id} className={styles.draft}>
            <div className={styles.draftWords}>
              <span className={styles.draftLine}>{draftName(draft)}</span>
              <span className={styles.hint}>
                {relativeTime(new Date(draft.take.startedAt).toISOString(), Date.now())} ·{' '}
                {formatBytes(draft.take.sizeBytes)}
              </span>
            </div>
            <Button kind="quiet" onClick={() => void edit(draft)}>
              {draft.interrupted ? studioMessages.studio.recover : studioMessages.studio.edit}
            </Button>
            <IconButton label={studioMessages.studio.discard} onClick={() => void remove(draft.take.id)}>
              <Icon name="trash" size={20} />
            </IconButton>
          </li>
        ))}
      </ul>
      {removed !== null && (
        <UndoBar
          text={studioMessages.studio.discarded}
          onUndo={() => {
            void restore(removed);
            setRemoved(null);
          }}
          onExpire={() => setRemoved(null)}
        />
      )}
    </section>
  );
}

/** A take that was cut off knows its length only once it was opened. */
function draftName({ interrupted, take }: Draft): string {
  if (interrupted) return studioMessages.studio.draftCutOff;
  return take.seconds === 0
    ? studioMessages.studio.draftPlain
    : fill(studioMessages.studio.draftLength, { time: formatDuration(take.seconds) });
}
