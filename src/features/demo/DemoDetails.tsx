// Third step of the demo workflow: the words of the recording.
import { useState } from 'react';
import { GENDERS } from '../../../api/contract/categories.ts';
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceTiles } from '../../ui/ChoiceTiles.tsx';
import { Field, TextArea } from '../../ui/Field.tsx';
import styles from './demo.module.css';
import { ListenButton } from './ListenButton.tsx';
import { TagChips } from './TagChips.tsx';

/** S2 §5. */
const TAGS_MOST = 5;

export interface DemoDetailsProps {
  file: Blob;
  onBack: () => void;
  onPublish: (title: string) => void;
}

export function DemoDetails({ file, onBack, onPublish }: DemoDetailsProps) {
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [gender, setGender] = useState<(typeof GENDERS)[number]>('Diverse');
  const [tags, setTags] = useState<string[]>([]);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onPublish(title);
      }}
    >
      <h1 className={styles.title}>{words.almostThere}</h1>
      <div className={styles.ways}>
        <ListenButton file={file} />
      </div>
      <Field
        label={studioMessages.studio.titleLabel}
        name="title"
        maxLength={85}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <TextArea
        label={studioMessages.studio.descriptionLabel}
        name="description"
        maxLength={1000}
        value={description}
        onChange={({ target }) => setDescription(target.value)}
      />
      <fieldset className={styles.group}>
        <legend>{studioMessages.studio.whoLabel}</legend>
        <ChoiceTiles
          name="performer"
          choices={GENDERS.map((value) => ({ value, label: studioMessages.studio.who[value] }))}
          value={gender}
          onChange={setGender}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{fill(words.atMostTags, { count: TAGS_MOST })}</legend>
        <TagChips tags={tags} most={TAGS_MOST} onChange={setTags} />
      </fieldset>
      <div className={styles.last}>
        <Button onClick={onBack}>{words.back}</Button>
        <Button type="submit" kind="primary" disabled={title.trim() === ''}>
          {studioMessages.share.publish}
        </Button>
      </div>
    </form>
  );
}
