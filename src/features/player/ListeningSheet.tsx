// The tracks that come next, and the history of this device.

import { useAtom, useAtomValue, useSetAtom } from 'jotai/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { listeningMessages, listeningMessages as words } from '../../lib/messages/listening.ts';
import { fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { relativeTime } from '../../lib/time.ts';
import { clearHistoryAtom, historyAtom, keepsHistoryAtom } from '../../state/listening/history.ts';
import { queueAtom, removeFromQueueAtom } from '../../state/listening/order.ts';
import { tracksByIdAtom } from '../../state/tracks.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TrackCover } from '../../ui/TrackCover.tsx';
import { playerKeysAtom } from './keys.ts';
import styles from './ListeningSheet.module.css';

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

interface RowProps {
  trackId: string;
  /** Undefined for a recording that only the history has. */
  cover: string | undefined;
  title: string;
  line: string;
  onOpen: () => void;
  children?: ReactNode;
}

function Row({ trackId, cover, title, line, onOpen, children }: RowProps) {
  return (
    <li className={styles.row}>
      <Link to={paths.player(trackId)} className={styles.open} onClick={onOpen}>
        <span className={styles.cover}>{cover !== undefined && <TrackCover cover={cover} />}</span>
        <span className={styles.title}>{title || messages.card.untitled}</span>
        <span className={styles.line}>{line}</span>
      </Link>
      {children}
    </li>
  );
}

function UpNext({ onOpen }: { onOpen: () => void }) {
  const queue = useAtomValue(queueAtom);
  const tracks = useAtomValue(tracksByIdAtom);
  const remove = useSetAtom(removeFromQueueAtom);
  const shown = queue.flatMap((id) => tracks.get(id) ?? []);
  return (
    <section>
      <h3 className={styles.heading}>{words.upNext}</h3>
      {shown.length === 0 && <p className={styles.empty}>{words.upNextEmpty}</p>}
      <ul className={styles.rows}>
        {shown.map(({ id, cover, title, user }) => (
          <Row
            key={id}
            trackId={id}
            cover={cover}
            title={title}
            line={user.username || messages.card.unknownUser}
            onOpen={onOpen}
          >
            <IconButton
              label={fill(words.remove, { title: title || messages.card.untitled })}
              onClick={() => remove(id)}
            >
              <Icon name="close" size={20} />
            </IconButton>
          </Row>
        ))}
      </ul>
    </section>
  );
}

function History({ onOpen }: { onOpen: () => void }) {
  const history = useAtomValue(historyAtom);
  const tracks = useAtomValue(tracksByIdAtom);
  const clear = useSetAtom(clearHistoryAtom);
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
          <Row
            key={trackId}
            trackId={trackId}
            cover={tracks.get(trackId)?.cover}
            title={title}
            line={lineOf(username, at)}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {history.length > 0 && <Button onClick={clear}>{words.clearHistory}</Button>}
    </section>
  );
}

interface KeysSheetProps {
  open: boolean;
  onClose: () => void;
}

/** All shortcuts of the player, and the switch that turns them off (WCAG 2.1.4). */
export function KeysSheet({ open, onClose }: KeysSheetProps) {
  const [on, setOn] = useAtom(playerKeysAtom);
  const { keys, close } = listeningMessages;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={keys.title}
      actions={<Button onClick={onClose}>{close}</Button>}
    >
      <Switch label={keys.on} hint={keys.hint} checked={on} onChange={setOn} />
      <dl className={styles.keyList}>
        {keys.list.map((each) => (
          <div key={each.keys}>
            <dt>
              <kbd>{each.keys}</kbd>
            </dt>
            <dd>{each.does}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
