// The queue as rows to reorder: by a handle that is dragged, or with the arrow keys on it.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { listeningMessages as words } from '../../lib/messages/listening.ts';
import { fill, messages } from '../../lib/messages.ts';
import {
  moveInQueueAtom,
  queueAtom,
  removeFromQueueAtom,
  restoreQueueAtom,
} from '../../state/listening/queue.ts';
import { tracksByIdAtom } from '../../state/tracks.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useRowDrag } from '../../ui/useRowDrag.ts';
import { ExtraIcon } from './ExtraIcon.tsx';
import styles from './ListeningSheet.module.css';
import { TrackRow } from './TrackRow.tsx';

export function QueueRows({ onOpen }: { onOpen: () => void }) {
  const queue = useAtomValue(queueAtom);
  const tracks = useAtomValue(tracksByIdAtom);
  const remove = useSetAtom(removeFromQueueAtom);
  const move = useSetAtom(moveInQueueAtom);
  const restore = useSetAtom(restoreQueueAtom);
  const [moved, setMoved] = useState('');
  useEffect(() => void restore(), [restore]);
  const shown = queue.flatMap((id) => tracks.get(id) ?? []);
  const last = shown.length - 1;

  const moveTo = (from: number, wanted: number) => {
    const to = Math.max(0, Math.min(last, wanted));
    const [track, other] = [shown[from], shown[to]];
    if (!track || !other || from === to) return;
    move(track.id, other.id);
    const title = track.title || messages.card.untitled;
    setMoved(fill(words.moved, { title, place: to + 1, count: shown.length }));
  };
  const { list, row, grip } = useRowDrag(shown.length, moveTo);
  const press = (event: KeyboardEvent, index: number) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    moveTo(index, to);
  };
  if (shown.length === 0) return <p className={styles.empty}>{words.upNextEmpty}</p>;
  return (
    <>
      {shown.length > 1 && <p className={styles.hint}>{words.moveHint}</p>}
      <ol ref={list.ref} className={`${styles.rows} ${list.className ?? ''}`}>
        {shown.map(({ id, cover, title, user }, index) => {
          const name = title || messages.card.untitled;
          return (
            <TrackRow
              key={id}
              trackId={id}
              cover={cover}
              title={title}
              line={user.username || messages.card.unknownUser}
              onOpen={onOpen}
              {...row(index)}
            >
              <IconButton label={fill(words.remove, { title: name })} onClick={() => remove(id)}>
                <Icon name="close" size={20} />
              </IconButton>
              {shown.length > 1 && (
                <IconButton
                  label={fill(words.move, { title: name })}
                  onKeyDown={(event) => press(event, index)}
                  {...grip(index)}
                >
                  <ExtraIcon name="grip" size={20} />
                </IconButton>
              )}
            </TrackRow>
          );
        })}
      </ol>
      <span role="status" className="spoken">
        {moved}
      </span>
    </>
  );
}
