// Who is on the recording: four large chips, Diverse by default; for a couple also the consent of everyone heard.
import { useEffect, useRef } from 'react';
import { GENDERS } from '../../../api/contract/categories.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { ChoiceTiles } from '../../ui/ChoiceTiles.tsx';
import styles from './publish.module.css';
import type { PerformerCategory, ShareForm } from './rules.ts';

export interface PerformerChoiceProps {
  gender: PerformerCategory | null;
  consentAt: string | null;
  error?: string | undefined;
  /** The problem of the consent, shown next to its box. */
  consentError?: string | undefined;
  onChange: (change: Partial<ShareForm>) => void;
}

export function PerformerChoice({ gender, consentAt, error, consentError, onChange }: PerformerChoiceProps) {
  const consent = useRef<HTMLLabelElement>(null);
  const asked = useRef(false);
  // The consent appears below the chips, where the bar may cover it.
  useEffect(() => {
    if (asked.current && gender === 'Couple') consent.current?.scrollIntoView({ block: 'nearest' });
    asked.current = false;
  }, [gender]);
  return (
    <fieldset className={styles.group} aria-describedby={error ? 'performer-error' : undefined}>
      <legend className={styles.legend}>{studioMessages.studio.whoLabel}</legend>
      <ChoiceTiles
        name="performer"
        choices={GENDERS.map((value) => ({ value, label: studioMessages.studio.who[value] }))}
        value={gender}
        onChange={(chosen) => {
          asked.current = true;
          onChange({ gender: chosen });
        }}
      />
      {error && (
        <p id="performer-error" className={styles.error} role="alert">
          {error}
        </p>
      )}
      {gender === 'Couple' && (
        <label ref={consent} className={styles.consent} data-missing={consentError !== undefined}>
          <input
            type="checkbox"
            name="consent"
            aria-invalid={consentError !== undefined}
            aria-describedby={consentError ? 'consent-error' : undefined}
            checked={consentAt !== null}
            onChange={(event) =>
              onChange({ consentAt: event.currentTarget.checked ? new Date().toISOString() : null })
            }
          />
          <span>{studioMessages.studio.consent}</span>
        </label>
      )}
      {gender === 'Couple' && consentError && (
        <p id="consent-error" className={styles.error} role="alert">
          {consentError}
        </p>
      )}
    </fieldset>
  );
}
