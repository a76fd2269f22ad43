// The editor's keyboard shortcuts, with a switch for the single-key ones.
import { useAtom } from 'jotai';
import { editorMessages } from '../../lib/messages/editor.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Dialog.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './editor.module.css';
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
      title={editorMessages.keysTitle}
      actions={<Button onClick={onClose}>{editorMessages.keysClose}</Button>}
    >
      <Switch
        label={editorMessages.keysSwitch}
        hint={editorMessages.keysSwitchHint}
        checked={on}
        onChange={setOn}
      />
      <dl className={styles.keys}>
        {editorMessages.keyList.map(({ keys, does }) => (
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
