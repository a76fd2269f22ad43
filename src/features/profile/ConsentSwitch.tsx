// Asks whether everybody heard in the recording has agreed, when the recording has several people.
import { studioMessages } from '../../lib/messages/studio.ts';
import { Switch } from '../../ui/Switch.tsx';
import styles from './WordsSheet.module.css';

interface ConsentSwitchProps {
  checked: boolean;
  /** The form was sent without consent. */
  isMissing: boolean;
  onChange: (agreed: boolean) => void;
}

export function ConsentSwitch({ checked, isMissing, onChange }: ConsentSwitchProps) {
  return (
    <div>
      <Switch label={studioMessages.studio.consent} checked={checked} onChange={onChange} />
      {isMissing && (
        <p role="alert" className={styles.missing}>
          {studioMessages.studio.consentRequired}
        </p>
      )}
    </div>
  );
}
