// The editor's keyboard shortcuts, with a switch for the single-key ones.
import { useAtom } from 'jotai';
import { editorKeysMessages as words } from '../../lib/messages/editorKeys.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Dialog.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './keysSheet.module.css';
import { keysAtom } from './preferences.ts';

export interface KeysSheetProps {
  open: boolean;
  onClose: () => void;
}

export function KeysSheet({ open, onClose }: KeysSheetProps) {
  const [on, setOn] = useAtom(keysAtom);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.title}
      actions={<Button onClick={onClose}>{words.close}</Button>}
    >
      <Switch label={words.switch} hint={words.hint} checked={on} onChange={setOn} />
      <dl className={styles.keys}>
        {words.list.map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
