// Optional fields of a recording: description, transcript, and whether others may comment.
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { DESCRIPTION_MAX_LENGTH, TRANSCRIPT_MAX_LENGTH } from '../../../api/contract/limits.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { TextArea } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './publish.module.css';
import type { FormErrors, ShareForm } from './rules.ts';

export interface OptionalFieldsProps {
  form: ShareForm;
  errors: FormErrors;
  onChange: (change: Partial<ShareForm>) => void;
}

export function OptionalFields({ form, errors, onChange }: OptionalFieldsProps) {
  const { studio } = studioMessages;
  return (
    <>
      <Folded
        title={studio.descriptionAdd}
        isOpen={form.description !== '' || errors.description !== undefined}
      >
        <TextArea
          label={studio.descriptionLabel}
          name="description"
          value={form.description}
          error={errors.description ?? null}
          count={{ length: form.description.length, max: DESCRIPTION_MAX_LENGTH }}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
      </Folded>
      <Folded title={studio.transcriptAdd} isOpen={form.transcript !== '' || errors.transcript !== undefined}>
        <TextArea
          label={studio.transcriptLabel}
          name="transcript"
          rows={8}
          hint={studio.transcriptHint}
          value={form.transcript}
          error={errors.transcript ?? null}
          count={{ length: form.transcript.length, max: TRANSCRIPT_MAX_LENGTH }}
          onChange={(event) => onChange({ transcript: event.currentTarget.value })}
        />
      </Folded>
      <Switch
        label={studio.allowComments}
        checked={form.allowComments}
        onChange={(allowComments) => onChange({ allowComments })}
      />
    </>
  );
}

/** Unfolds when it has content, and stays unfolded when the person empties it. */
function Folded({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  const fold = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (isOpen && fold.current) fold.current.open = true;
  }, [isOpen]);
  return (
    <details ref={fold} className={styles.more}>
      <summary>
        <Icon name="down" size={20} />
        {title}
      </summary>
      {children}
    </details>
  );
}
