// Clears the traces of listening in this browser, and says when it is done.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { tracesMessages as words } from '../../lib/messages/traces.ts';
import { Button } from '../../ui/Button.tsx';
import { clearedAtom, clearTracesAtom } from './atoms.ts';
import styles from './traces.module.css';

export function ClearButton() {
  const cleared = useAtomValue(clearedAtom);
  const clear = useSetAtom(clearTracesAtom);
  return (
    <>
      <Button onClick={() => void clear()}>{words.clear}</Button>
      <p role="status" className={styles.said}>
        {cleared === 'done' && words.done}
        {cleared === 'failed' && words.failed}
      </p>
    </>
  );
}
