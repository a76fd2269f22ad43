// A sheet with keyboard shortcuts, and the switch that turns the single-key ones off (WCAG 2.1.4).
import { Button } from './Button.tsx';
import { Sheet } from './Dialog.tsx';
import styles from './KeysSheet.module.css';
import { Switch } from './Switch.tsx';

export interface KeysSheetProps {
  open: boolean;
  onClose: () => void;
  words: {
    title: string;
    on: string;
    hint: string;
    close: string;
    list: readonly { keys: string; does: string }[];
  };
  on: boolean;
  setOn: (on: boolean) => void;
}

export function KeysSheet({ open, onClose, words, on, setOn }: KeysSheetProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.title}
      actions={<Button onClick={onClose}>{words.close}</Button>}
    >
      <Switch label={words.on} hint={words.hint} checked={on} onChange={setOn} />
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
