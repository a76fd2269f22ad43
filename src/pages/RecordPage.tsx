// /record: record, or choose a file; earlier takes are below.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { OutboxList } from '../features/publish/OutboxList.tsx';
import { replacedAtom, stopReplacingAtom } from '../features/publish/replacing.ts';
import { AdditionNotice } from '../features/recorder/AdditionNotice.tsx';
import { recorderAtom } from '../features/recorder/atoms.ts';
import { Drafts } from '../features/recorder/Drafts.tsx';
import { refreshDraftsAtom } from '../features/recorder/drafts.ts';
import { refreshPickedAtom } from '../features/recorder/pickedFiles.ts';
import { RecorderPanel } from '../features/recorder/RecorderPanel.tsx';
import { RecordOptions } from '../features/recorder/RecordOptions.tsx';
import { replaceMessages } from '../lib/messages/replace.ts';
import { fill, messages } from '../lib/messages.ts';
import { requireAdultAtom } from '../state/adult.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import styles from './RecordPage.module.css';
import { usePageTitle } from './usePageTitle.ts';
import { useTurn } from './useTurn.ts';

export function RecordPage() {
  usePageTitle(messages.shell.record);
  const { phase } = useAtomValue(recorderAtom);
  const requireAdult = useSetAtom(requireAdultAtom);
  const turn = useTurn();
  const stop = useSetAtom(stopReplacingAtom);
  const replaced = useAtomValue(replacedAtom);
  const isListed = useDraftList();
  const resting = phase === 'idle' || phase === 'failed';
  return (
    <div className={styles.page}>
      {/* Not during a take: its buttons need the room. */}
      {resting && replaced && (
        <Notice
          kind="info"
          action={
            <Button kind="bare" onClick={stop}>
              {replaceMessages.asNew}
            </Button>
          }
        >
          {fill(replaceMessages.recording, { title: replaced.title || messages.card.untitled })}
        </Notice>
      )}
      {resting && <AdditionNotice onBack={() => turn('editor')} />}
      <RecorderPanel allow={requireAdult} onTurn={turn} />
      {/* Keeps its space during a take, and is shown once the drafts are listed: nothing moves under the thumb. */}
      <div className={styles.below} inert={!resting} data-away={!(resting && isListed) || undefined}>
        <Drafts allow={requireAdult} onOpened={turn} />
        <RecordOptions onPicked={() => turn('upload')} />
        <OutboxList onEdit={() => turn('upload')} />
      </div>
    </div>
  );
}

/** Reads the drafts and picked files of this device; true when the page can list them. */
function useDraftList(): boolean {
  const refreshDrafts = useSetAtom(refreshDraftsAtom);
  const refreshPicked = useSetAtom(refreshPickedAtom);
  const [isListed, setListed] = useState(false);
  useEffect(() => {
    void Promise.all([refreshDrafts(), refreshPicked()]).then(() => setListed(true));
  }, [refreshDrafts, refreshPicked]);
  return isListed;
}
