// The demo's share page: title, description, any number of tags, and a simulated upload.
import { useSetAtom } from 'jotai/react';
import { type ReactNode, useRef, useState } from 'react';
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { shareMessages } from '../../lib/messages/share.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { formatDate } from '../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, TextArea } from '../../ui/Field.tsx';
import { FileInput } from '../../ui/FileInput.tsx';
import styles from './demo.module.css';
import { keepPendingAtom } from './pending.ts';
import { TagChips } from './TagChips.tsx';
import { UploadProgress, useUploadSimulation } from './UploadProgress.tsx';

const MAX_TITLE = 85;
const MAX_DESCRIPTION = 1000;

/** `onward`: shown after the simulated upload. */
export function DemoShare({ onward }: { onward: ReactNode }) {
  const picker = useRef<HTMLInputElement>(null);
  const [name, setName] = useState<string>(words.audio);
  const [title, setTitle] = useState(() => fill(words.defaultTitle, { date: formatDate(new Date()) }));
  const [description, setDescription] = useState('');
  const [tags, setTags] = useState<string[]>([]);
  const [percent, setPercent] = useUploadSimulation();
  const keepPending = useSetAtom(keepPendingAtom);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        keepPending(title);
        setPercent(0);
      }}
    >
      <h1 className={styles.title}>{shareMessages.share.title}</h1>
      <div className={styles.sample}>
        <span className={styles.file}>{name}</span>
        <Button onClick={() => picker.current?.click()}>{words.chooseFile}</Button>
        <FileInput input={picker} label={words.chooseFile} onFile={(file) => setName(file.name)} />
      </div>
      <Field
        label={studioMessages.studio.titleLabel}
        name="title"
        maxLength={MAX_TITLE}
        value={title}
        hint={`${title.length}/${MAX_TITLE}`}
        onChange={({ target }) => setTitle(target.value)}
      />
      <TextArea
        label={studioMessages.studio.descriptionLabel}
        name="description"
        maxLength={MAX_DESCRIPTION}
        value={description}
        hint={`${description.length}/${MAX_DESCRIPTION}`}
        onChange={({ target }) => setDescription(target.value)}
      />
      <DemoTags tags={tags} onChange={setTags} />
      {percent !== null && <UploadProgress name={name} percent={percent} />}
      {percent === 100 ? (
        onward
      ) : (
        <Button type="submit" kind="primary" wide disabled={title.trim() === ''} busy={percent !== null}>
          {words.publish}
        </Button>
      )}
    </form>
  );
}

interface DemoTagsProps {
  tags: string[];
  onChange: (tags: string[]) => void;
}

function DemoTags({ tags, onChange }: DemoTagsProps) {
  const [tag, setTag] = useState('');
  const own = tags.filter((each) => !shareMessages.tags.predefined.some((known) => known === each));
  const add = () => {
    const added = tag.trim();
    if (added !== '' && !tags.includes(added)) onChange([...tags, added]);
    setTag('');
  };
  return (
    <fieldset className={styles.group}>
      <legend>{studioMessages.studio.tagsLabel}</legend>
      <TagChips tags={tags} onChange={onChange} />
      {own.length > 0 && (
        <div className={styles.chips}>
          {own.map((each) => (
            <button
              key={each}
              type="button"
              className={styles.chip}
              aria-pressed="true"
              aria-label={fill(words.removeTag, { tag: each })}
              onClick={() => onChange(tags.filter((other) => other !== each))}
            >
              {each}
            </button>
          ))}
        </div>
      )}
      <Field
        label={words.ownTag}
        name="tag"
        value={tag}
        enterKeyHint="done"
        onChange={({ target }) => setTag(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
        after={
          <Button disabled={tag.trim() === ''} onClick={add}>
            {words.addTag}
          </Button>
        }
      />
    </fieldset>
  );
}
