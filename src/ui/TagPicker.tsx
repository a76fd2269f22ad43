// Predefined tags as chips, and custom ones with a remove button.
import { useState } from 'react';
import { TAG_MAX_LENGTH } from '../../api/contract/limits.ts';
import { shareMessages } from '../lib/messages/share.ts';
import { studioMessages } from '../lib/messages/studio.ts';
import { fill } from '../lib/messages.ts';
import { addTag, type TagAnswer, toggleTag } from '../lib/tags.ts';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';
import { Icon } from './Icon.tsx';
import styles from './TagPicker.module.css';

export interface TagPickerProps {
  /** Above the chips; "Tags" by default. */
  label?: string;
  tags: string[];
  /** Another problem with the tags. */
  problem?: string | null;
  onChange: (tags: string[]) => void;
}

export function TagPicker({
  label = studioMessages.studio.tagsLabel,
  tags,
  problem = null,
  onChange,
}: TagPickerProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const predefined: readonly string[] = shareMessages.tags.predefined;
  const own = tags.filter((tag) => !predefined.includes(tag));
  const settle = (answer: TagAnswer): boolean => {
    setError(answer.ok ? null : answer.error);
    if (answer.ok) onChange(answer.tags);
    return answer.ok;
  };
  const add = () => {
    if (settle(addTag(tags, text))) setText('');
  };
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.chips}>
        {predefined.map((tag) => (
          <button
            key={tag}
            type="button"
            className={styles.tag}
            aria-pressed={tags.includes(tag)}
            onClick={() => settle(toggleTag(tags, tag))}
          >
            {tag}
          </button>
        ))}
        {own.map((tag) => (
          <button
            key={tag}
            type="button"
            className={styles.tag}
            aria-pressed="true"
            aria-label={fill(studioMessages.studio.tagRemove, { tag })}
            onClick={() => settle(toggleTag(tags, tag))}
          >
            {tag}
            <Icon name="close" size={14} />
          </button>
        ))}
      </div>
      <Field
        label={studioMessages.studio.tagOwn}
        name="tag"
        value={text}
        maxLength={TAG_MAX_LENGTH * 2}
        autoCapitalize="none"
        enterKeyHint="done"
        error={error ?? problem}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
        after={
          <Button disabled={text.trim() === ''} onClick={add}>
            {studioMessages.studio.tagAdd}
          </Button>
        }
      />
    </fieldset>
  );
}
