// Controls for longer listening: speed, sleep timer, shuffle, queue, shortcuts.
import { useAtom } from 'jotai/react';
import { useState } from 'react';
import { listeningMessages as words } from '../../lib/messages/listening.ts';
import { shuffledAtom } from '../../state/listening/order.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ExtraIcon } from './ExtraIcon.tsx';
import { usePlayerKeys } from './keys.ts';
import { KeysSheet, ListeningSheet } from './ListeningSheet.tsx';
import { Sleep, Speed } from './PlaybackSheets.tsx';
import styles from './TransportExtras.module.css';

export function TransportExtras() {
  const [shuffled, setShuffled] = useAtom(shuffledAtom);
  const [sheet, setSheet] = useState<'list' | 'keys' | null>(null);
  usePlayerKeys(() => setSheet('keys'));
  const close = () => setSheet(null);
  return (
    <div className={styles.extras}>
      <Speed />
      <Sleep />
      <IconButton label={words.shuffle} active={shuffled} onClick={() => setShuffled(!shuffled)}>
        <ExtraIcon name="shuffle" />
      </IconButton>
      <IconButton label={words.list} onClick={() => setSheet('list')}>
        <ExtraIcon name="list" />
      </IconButton>
      <IconButton label={words.keys.show} className={styles.keys} onClick={() => setSheet('keys')}>
        <ExtraIcon name="keys" />
      </IconButton>
      <ListeningSheet open={sheet === 'list'} onClose={close} />
      <KeysSheet open={sheet === 'keys'} onClose={close} />
    </div>
  );
}
