// All shortcuts of the player, and the switch that turns them off (WCAG 2.1.4).
import { useAtom } from 'jotai/react';
import { listeningMessages } from '../../lib/messages/listening.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Dialog.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { playerKeysAtom } from './keys.ts';
import styles from './ListeningSheet.module.css';

export interface KeysSheetProps {
  open: boolean;
  onClose: () => void;
}

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
