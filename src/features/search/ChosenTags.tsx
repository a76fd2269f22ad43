// The tags of the search; a tap removes one.
import { SEARCH_TAGS_MAX } from '../../../api/contract/limits.ts';
import { searchMessages } from '../../lib/messages/search.ts';
import { fill } from '../../lib/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './search.module.css';

const { search: texts } = searchMessages;

export interface ChosenTagsProps {
  tags: readonly string[];
  onRemove: (tag: string) => void;
}

export function ChosenTags({ tags, onRemove }: ChosenTagsProps) {
  if (tags.length === 0) return null;
  return (
    <div>
      <ul className={styles.chips} aria-label={texts.chosen}>
        {tags.map((tag) => (
          <li key={tag}>
            <button
              type="button"
              className={`${styles.chip} ${styles.chosen}`}
              aria-label={fill(texts.removeTag, { tag })}
              onClick={() => onRemove(tag)}
            >
              <span className={styles.word}>{tag}</span>
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      </ul>
      {tags.length >= SEARCH_TAGS_MAX && <p className={styles.note}>{texts.mostTags}</p>}
    </div>
  );
}
