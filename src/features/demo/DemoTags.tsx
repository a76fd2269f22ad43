// Tags of the demo's share page: the known ones as chips, and as many of one's own as one likes.
import { useState } from 'react';
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import styles from './demo.module.css';
import { TagChips } from './TagChips.tsx';

export interface DemoTagsProps {
  tags: string[];
  onChange: (tags: string[]) => void;
}

export function DemoTags({ tags, onChange }: DemoTagsProps) {
  const [tag, setTag] = useState('');
  const own = tags.filter((each) => !studioMessages.tags.predefined.some((known) => known === each));
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
