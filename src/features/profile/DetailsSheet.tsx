// The form for title, description, tags and category of the user's recording, shown above the page.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef, useState } from 'react';
import { GENDERS } from '../../../api/contract/categories.ts';
import { DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH } from '../../../api/contract/limits.ts';
import { fieldText } from '../../lib/messages/fields.ts';
import { profileMessages } from '../../lib/messages/profile.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Dialog.tsx';
import { Field, TextArea } from '../../ui/Field.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { TagPicker } from '../../ui/TagPicker.tsx';
import { ConsentLink } from './ConsentLink.tsx';
import styles from './DetailsSheet.module.css';
import {
  detailsDraftAtom,
  type Recording,
  refusedDetailsAtom,
  saveDetailsAtom,
  storeDetailsDraftAtom,
} from './details.ts';
import { type DetailsForm, detailsProblem, needsConsent } from './rules.ts';

const words = profileMessages.words;
const GENDER_CHOICES = GENDERS.map((value) => ({ value, label: studioMessages.studio.who[value] }));

interface DetailsSheetProps {
  recording: Recording;
  /** The moderators refused this recording; the form sends it again. */
  again: boolean;
  onClose: () => void;
}

export function DetailsSheet({ recording, again, onClose }: DetailsSheetProps) {
  const draft = useAtomValue(detailsDraftAtom)(recording.id);
  const refused = useAtomValue(refusedDetailsAtom).find(({ id }) => id === recording.id);
  const keep = useSetAtom(storeDetailsDraftAtom);
  const save = useSetAtom(saveDetailsAtom);
  const [form, setForm] = useState(draft ?? recording.before);
  const [typed, setTyped] = useState(false);
  const [consented, setConsented] = useState(false);
  const [missing, setMissing] = useState(false);
  const asksConsent = needsConsent(form, recording.before, again);
  const problem = detailsProblem(form) ?? (typed ? null : (refused?.at ?? null));
  const errorOf = (field: string) => (problem?.field === field ? fieldText(problem) : null);
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => ref.current?.querySelector('input')?.focus(), []);
  const change = (part: Partial<DetailsForm>) => {
    const next = { ...form, ...part };
    setForm(next);
    setTyped(true);
    keep(recording.id, next);
  };
  const cancel = () => {
    keep(recording.id, null);
    onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={words.title}
      actions={
        <>
          <Button onClick={cancel}>{words.cancel}</Button>
          <Button kind="primary" type="submit" form="words">
            {again ? words.send : words.save}
          </Button>
        </>
      }
    >
      <form
        id="words"
        ref={ref}
        className={styles.form}
        noValidate
        onSubmit={async (event) => {
          event.preventDefault();
          if (await save(recording, form, { again, consented })) onClose();
          else if (asksConsent && !consented) setMissing(true);
          else ref.current?.querySelector<HTMLElement>(`[name="${problem?.field}"]`)?.focus();
        }}
      >
        <p className={styles.hint}>{recording.kind === 'track' ? words.published : words.waiting}</p>
        <Field
          label={studioMessages.studio.titleLabel}
          name="title"
          value={form.title}
          error={errorOf('title')}
          count={{ length: form.title.trim().length, max: TITLE_MAX_LENGTH }}
          autoComplete="off"
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <TextArea
          label={studioMessages.studio.descriptionLabel}
          name="description"
          value={form.description}
          error={errorOf('description')}
          count={{ length: form.description.length, max: DESCRIPTION_MAX_LENGTH }}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <div>
          <p className={styles.hint}>{studioMessages.studio.whoLabel}</p>
          <Tabs
            kind="filter"
            label={studioMessages.studio.whoLabel}
            choices={GENDER_CHOICES}
            value={form.gender}
            onChange={(gender) => change({ gender })}
          />
        </div>
        {asksConsent && (
          <ConsentSwitch
            checked={consented}
            isMissing={missing && !consented}
            onChange={(agreed) => {
              setConsented(agreed);
              setMissing(false);
            }}
          />
        )}
        <TagPicker tags={form.tags} problem={errorOf('tags')} onChange={(tags) => change({ tags })} />
      </form>
      {recording.before.gender === 'Couple' && !again && <ConsentLink recordingId={recording.id} />}
    </Sheet>
  );
}

/** Asks for the consent of all people in a recording of several. */
interface ConsentSwitchProps {
  checked: boolean;
  /** The form was sent without consent. */
  isMissing: boolean;
  onChange: (agreed: boolean) => void;
}

function ConsentSwitch({ checked, isMissing, onChange }: ConsentSwitchProps) {
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
