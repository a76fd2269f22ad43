// Recent searches on this device; a tap repeats one.
import { useAtom, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { searchMessages } from '../../lib/messages/search.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { UndoBar } from '../../ui/UndoBar.tsx';
import { forgetSearchAtom, recentSearchesAtom } from './atoms.ts';
import styles from './search.module.css';

const { search: texts } = searchMessages;

export function RecentSearches({ onRepeat }: { onRepeat: (query: string) => void }) {
  const [recent, setRecent] = useAtom(recentSearchesAtom);
  const forget = useSetAtom(forgetSearchAtom);
  const [before, setBefore] = useState<readonly string[] | null>(null);
  const undo = before !== null && (
    <UndoBar
      key={before.length - recent.length}
      text={texts.forgotten}
      onUndo={() => {
        setRecent(before);
        setBefore(null);
      }}
      onExpire={() => setBefore(null)}
    />
  );
  if (recent.length === 0) return undo;
  return (
    <section aria-labelledby="recent">
      <div className={styles.head}>
        <h2 id="recent" className={styles.small}>
          {texts.recent}
        </h2>
        <Button
          kind="bare"
          onClick={() => {
            setBefore(recent);
            setRecent([]);
          }}
        >
          {texts.forgetAll}
        </Button>
      </div>
      <ul className={styles.recent}>
        {recent.map((query) => (
          <li key={query} className={styles.entry}>
            <button
              type="button"
              className={styles.again}
              aria-label={fill(texts.repeat, { query })}
              onClick={() => onRepeat(query)}
            >
              <Icon name="clock" size={18} />
              <span className={styles.word}>{query}</span>
            </button>
            <IconButton
              label={fill(texts.forget, { query })}
              onClick={() => {
                setBefore(recent);
                forget(query);
              }}
            >
              <Icon name="close" size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      <p className={styles.note}>{texts.recentNote}</p>
      {undo}
    </section>
  );
}
