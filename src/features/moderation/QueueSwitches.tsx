// Switches below the queue: auto-approval and keyboard shortcuts.
import { useAtomValue, useSetAtom } from 'jotai';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { autoApproveAtom, setAutoApproveAtom } from '../../state/autoApprove.ts';
import { keysOnAtom } from '../../state/moderatorKeys.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './Queue.module.css';
import { isAdminAtom } from './record.ts';

const words = moderationMessages.moderation;

export function QueueSwitches() {
  const mode = useAtomValue(autoApproveAtom);
  const setMode = useSetAtom(setAutoApproveAtom);
  const isAdmin = useAtomValue(isAdminAtom);
  const keysOn = useAtomValue(keysOnAtom);
  const setKeysOn = useSetAtom(keysOnAtom);
  return (
    <div className={styles.settings}>
      <div className={styles.switches}>
        {isAdmin && (
          <Switch
            label={words.autoApprove}
            hint={words.autoApproveHint}
            checked={mode.on}
            disabled={mode.status === 'unknown' || mode.status === 'changing'}
            onChange={(on) => void setMode(on)}
          />
        )}
        <div className={styles.keysSwitch}>
          <Switch label={words.keysOn} hint={words.keysHint} checked={keysOn} onChange={setKeysOn} />
        </div>
      </div>
      {mode.status === 'failed' && <Notice kind="bad">{words.autoApproveFailed}</Notice>}
    </div>
  );
}
