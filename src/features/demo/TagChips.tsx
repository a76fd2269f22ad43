// Predefined tags as toggle chips.
import { shareMessages } from '../../lib/messages/share.ts';
import styles from './demo.module.css';

export interface TagChipsProps {
  tags: readonly string[];
  /** Maximum number of tags; default: no limit. */
  max?: number;
  onChange: (tags: string[]) => void;
}

export function TagChips({ tags, max = Number.POSITIVE_INFINITY, onChange }: TagChipsProps) {
  return (
    <div className={styles.chips}>
      {shareMessages.tags.predefined.map((tag) => {
        const isChosen = tags.includes(tag);
        return (
          <button
            key={tag}
            type="button"
            className={styles.chip}
            aria-pressed={isChosen}
            disabled={!isChosen && tags.length >= max}
            onClick={() => onChange(isChosen ? tags.filter((each) => each !== tag) : [...tags, tag])}
          >
            {tag}
          </button>
        );
      })}
    </div>
  );
}
