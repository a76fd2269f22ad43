// Predefined tags as chips; a chosen one that is pressed goes again.
import { studioMessages } from '../../lib/messages/studio.ts';
import styles from './demo.module.css';

export interface TagChipsProps {
  tags: readonly string[];
  /** As many as may be chosen; none: no limit. */
  most?: number;
  onChange: (tags: string[]) => void;
}

export function TagChips({ tags, most = Number.POSITIVE_INFINITY, onChange }: TagChipsProps) {
  return (
    <div className={styles.chips}>
      {studioMessages.tags.predefined.map((tag) => {
        const isChosen = tags.includes(tag);
        return (
          <button
            key={tag}
            type="button"
            className={styles.chip}
            aria-pressed={isChosen}
            disabled={!isChosen && tags.length >= most}
            onClick={() => onChange(isChosen ? tags.filter((each) => each !== tag) : [...tags, tag])}
          >
            {tag}
          </button>
        );
      })}
    </div>
  );
}
