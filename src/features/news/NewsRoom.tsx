// The two tabs, and the bar that undoes a removal.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import { newsMessages } from '../../lib/messages/news.ts';
import { newsDotAtom, seeNewsAtom } from '../../state/news.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { UndoBar } from '../../ui/UndoBar.tsx';
import { finishRemovalAtom, pendingRemovalAtom, TABS, type TabName, undoRemovalAtom } from './atoms.ts';
import { NewsList } from './NewsList.tsx';

const PANEL = 'news-panel';

export interface NewsRoomProps {
  tab: TabName;
  onTab: (tab: TabName) => void;
  /** The track the page was opened for. */
  trackId: string | null;
}

export function NewsRoom({ tab, onTab, trackId }: NewsRoomProps) {
  const dot = useAtomValue(newsDotAtom);
  const see = useSetAtom(seeNewsAtom);
  const removal = useAtomValue(pendingRemovalAtom);
  const undo = useSetAtom(undoRemovalAtom);
  const finish = useSetAtom(finishRemovalAtom);
  useEffect(() => {
    if (dot > 0 && tab === 'notifications') see();
  }, [dot, tab, see]);
  useEffect(() => () => finish(), [finish]);
  return (
    <>
      <Tabs
        label={newsMessages.tabs}
        choices={TABS.map((value) => ({ value, label: newsMessages[value] }))}
        value={tab}
        onChange={onTab}
        panelId={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-label={newsMessages[tab]}>
        <NewsList key={tab} tab={tab} trackId={trackId} />
      </div>
      {removal && (
        <UndoBar
          key={`${removal.id} ${removal.until}`}
          text={removal.id === 'all' ? newsMessages.cleared : newsMessages.removed}
          onUndo={undo}
          onExpire={finish}
        />
      )}
    </>
  );
}
