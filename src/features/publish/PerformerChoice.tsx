// Who is on the recording: four large chips, Diverse to begin with; for a couple, the consent of everyone heard.
import { GENDERS } from '../../../api/contract/tracks.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import styles from './publish.module.css';
import type { PerformerCategory, ShareForm } from './rules.ts';

export interface PerformerChoiceProps {
  gender: PerformerCategory | null;
  consentAt: string | null;
  error?: string | undefined;
  onChange: (change: Partial<ShareForm>) => void;
}

export function PerformerChoice({ gender, consentAt, error, onChange }: PerformerChoiceProps) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{studioMessages.studio.whoLabel}</legend>
      <div className={styles.performers}>
        {GENDERS.map((each) => (
          <label key={each} className={styles.performer}>
            <input
              type="radio"
              name="performer"
              value={each}
              checked={gender === each}
              onChange={() => onChange({ gender: each })}
            />
            <span>{studioMessages.studio.who[each]}</span>
          </label>
        ))}
      </div>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {gender === 'Couple' && (
        <label className={styles.consent}>
          <input
            type="checkbox"
            checked={consentAt !== null}
            onChange={(event) =>
              onChange({ consentAt: event.currentTarget.checked ? new Date().toISOString() : null })
            }
          />
          <span>{studioMessages.studio.consent}</span>
        </label>
      )}
    </fieldset>
  );
}
