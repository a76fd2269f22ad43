// The tracks that come next, and the history of this device.

import { useAtom, useAtomValue, useSetAtom } from 'jotai/react';
import { listeningMessages as words } from '../../lib/messages/listening.ts';
import { fill, messages } from '../../lib/messages.ts';
import { relativeTime } from '../../lib/time.ts';
import { clearHistoryAtom, historyAtom, keepsHistoryAtom } from '../../state/listening/history.ts';
import { addToQueueAtom, playNextAtom } from '../../state/listening/queue.ts';
import { tracksByIdAtom } from '../../state/tracks.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { ExtraIcon } from './ExtraIcon.tsx';
import styles from './ListeningSheet.module.css';
import { QueueRows } from './QueueRows.tsx';
import { TrackRow } from './TrackRow.tsx';

export interface ListeningSheetProps {
  open: boolean;
  onClose: () => void;
}

export function ListeningSheet({ open, onClose }: ListeningSheetProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.list}
      actions={<Button onClick={onClose}>{words.close}</Button>}
    >
      <div className={styles.parts}>
        <UpNext onOpen={onClose} />
        <History onOpen={onClose} />
      </div>
    </Sheet>
  );
}

function UpNext({ onOpen }: { onOpen: () => void }) {
  return (
    <section>
      <h3 className={styles.heading}>{words.upNext}</h3>
      <QueueRows onOpen={onOpen} />
    </section>
  );
}

function History({ onOpen }: { onOpen: () => void }) {
  const history = useAtomValue(historyAtom);
  const tracks = useAtomValue(tracksByIdAtom);
  const clear = useSetAtom(clearHistoryAtom);
  const playNext = useSetAtom(playNextAtom);
  const addToQueue = useSetAtom(addToQueueAtom);
  const [keeps, setKeeps] = useAtom(keepsHistoryAtom);
  const lineOf = (username: string, at: number) =>
    fill(words.by, {
      username: username || messages.card.unknownUser,
      when: relativeTime(new Date(at).toISOString(), Date.now()),
    });
  return (
    <section>
      <h3 className={styles.heading}>{words.history}</h3>
      <Switch label={words.keepHistory} hint={words.historyHint} checked={keeps} onChange={setKeeps} />
      {history.length === 0 && <p className={styles.empty}>{words.historyEmpty}</p>}
      <ul className={styles.rows}>
        {history.map(({ trackId, title, username, at }) => (
          <TrackRow
            key={trackId}
            trackId={trackId}
            cover={tracks.get(trackId)?.cover}
            title={title}
            line={lineOf(username, at)}
            onOpen={onOpen}
          >
            <IconButton
              label={fill(words.playNext, { title: title || messages.card.untitled })}
              onClick={() => void playNext(trackId)}
            >
              <ExtraIcon name="first" size={20} />
            </IconButton>
            <IconButton
              label={fill(words.add, { title: title || messages.card.untitled })}
              onClick={() => void addToQueue(trackId)}
            >
              <ExtraIcon name="last" size={20} />
            </IconButton>
          </TrackRow>
        ))}
      </ul>
      {history.length > 0 && <Button onClick={clear}>{words.clearHistory}</Button>}
    </section>
  );
}
