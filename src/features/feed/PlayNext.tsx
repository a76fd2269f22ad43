// While something plays, a card offers to come next.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { listeningMessages as words } from '../../lib/messages/listening.ts';
import { fill } from '../../lib/messages.ts';
import { playNextAtom, queueAtom, removeFromQueueAtom } from '../../state/listening/order.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './CardCorner.module.css';

export function PlayNext({ trackId, title }: { trackId: string; title: string }) {
  const isNext = useAtomValue(queueAtom).includes(trackId);
  const playNext = useSetAtom(playNextAtom);
  const remove = useSetAtom(removeFromQueueAtom);
  return (
    <IconButton
      kind="glass"
      label={fill(words.playNext, { title })}
      active={isNext}
      className={styles.corner}
      onClick={() => (isNext ? remove(trackId) : playNext(trackId))}
    >
      <Icon name={isNext ? 'check' : 'plus'} size={20} />
    </IconButton>
  );
}
