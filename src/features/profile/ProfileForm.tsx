// The form for the user's name, bio and interests; each problem is shown at its field.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef } from 'react';
import type { UserView } from '../../../api/contract/accounts.ts';
import { BIO_MAX_LENGTH } from '../../../api/contract/limits.ts';
import { fieldText } from '../../lib/messages/fields.ts';
import { profileMessages } from '../../lib/messages/profile.ts';
import { failureText } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, TextArea } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TagPicker } from '../../ui/TagPicker.tsx';
import {
  cancelProfileEditAtom,
  changeProfileFormAtom,
  type ProfileEdit,
  profileEditAtom,
  saveProfileAtom,
} from './edit.ts';
import styles from './ProfileForm.module.css';
import { NAME_MAX_LENGTH, strippedName } from './rules.ts';

const words = profileMessages.edit;

export interface ProfileFormProps {
  person: UserView;
  /** A guest has no name to change. */
  isGuest: boolean;
}

export function ProfileForm({ person, isGuest }: ProfileFormProps) {
  const edit = useAtomValue(profileEditAtom)(person);
  return edit && <OpenForm person={person} isGuest={isGuest} edit={edit} />;
}

function OpenForm({ person, isGuest, edit }: ProfileFormProps & { edit: ProfileEdit }) {
  const { form, problem, refused, isLeftOver } = edit;
  const ref = useRef<HTMLFormElement>(null);
  const put = useSetAtom(changeProfileFormAtom);
  const save = useSetAtom(saveProfileAtom);
  const cancel = useSetAtom(cancelProfileEditAtom);
  const change = (part: Partial<typeof form>) => put(person, part);
  const errorOf = (field: string) => (problem?.field === field ? fieldText(problem) : null);
  // After Edit is pressed or a change is refused, the first field that needs attention gets the focus.
  const field = problem?.field ?? (isGuest ? 'bio' : 'username');
  const first = useRef(field);
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'start' });
    ref.current?.querySelector<HTMLElement>(`[name="${first.current}"]`)?.focus({ preventScroll: true });
  }, []);
  return (
    <form
      ref={ref}
      className={styles.form}
      aria-label={words.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null) void save(person);
        else ref.current?.querySelector<HTMLElement>(`[name="${problem.field}"]`)?.focus();
      }}
    >
      {isLeftOver && <Notice kind="info">{words.unsaved}</Notice>}
      {refused !== null && <Notice kind="bad">{failureText(refused)}</Notice>}
      {isGuest ? (
        <p className={styles.hint}>{words.nameGuest}</p>
      ) : (
        <Field
          label={words.name}
          name="username"
          value={form.username}
          maxLength={Math.max(NAME_MAX_LENGTH, person.username.length)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          error={errorOf('username')}
          hint={words.nameHint}
          onChange={(event) => change({ username: strippedName(event.currentTarget.value) })}
        />
      )}
      <TextArea
        label={words.bio}
        name="bio"
        value={form.bio}
        error={errorOf('bio')}
        hint={words.bioHint}
        count={{ length: form.bio.length, max: BIO_MAX_LENGTH }}
        onChange={(event) => change({ bio: event.currentTarget.value })}
      />
      <TagPicker
        label={words.interests}
        tags={form.tags}
        problem={errorOf('tags')}
        onChange={(tags) => change({ tags })}
      />
      <div className={styles.actions}>
        <Button onClick={() => cancel(person.id)}>{words.cancel}</Button>
        <Button kind="primary" type="submit">
          {words.save}
        </Button>
      </div>
    </form>
  );
}
