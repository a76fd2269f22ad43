// Whether dragged edges rest at pauses, neighbours and the playhead.
import { useAtom } from 'jotai';
import { editorMessages } from '../../lib/messages/editor.ts';
import styles from './editor.module.css';
import { snapAtom } from './preferences.ts';

export function SnapSwitch() {
  const [snaps, setSnaps] = useAtom(snapAtom);
  return (
    <button
      type="button"
      className={styles.snap}
      aria-pressed={snaps}
      title={editorMessages.snapHint}
      onClick={() => setSnaps(!snaps)}
    >
      {editorMessages.snap}
    </button>
  );
}
