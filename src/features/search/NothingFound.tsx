// No results: similar tags and recordings, and a way to clear the filters.
import { useAtomValue } from 'jotai/react';
import type { ReactNode } from 'react';
import { searchMessages } from '../../lib/messages/search.ts';
import { fill } from '../../lib/messages.ts';
import { NO_SEARCH, type Search } from '../../lib/searchPath.ts';
import type { TracksAtom } from '../../state/tracks.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { nearestTagsList, similarList } from './atoms.ts';
import styles from './search.module.css';

const { search: texts } = searchMessages;
const SHOWN_TAGS = 8;

export interface NothingFoundProps {
  search: Search;
  onSearch: (search: Search) => void;
  renderList: (list: TracksAtom, empty: ReactNode, level: 2 | 3) => ReactNode;
}

export function NothingFound({ search, onSearch, renderList }: NothingFoundProps) {
  const { query } = search;
  const hasFilters = search.tags.length > 0 || search.gender !== 'all';
  return (
    <>
      <StateCard
        title={query === '' ? texts.nothing : fill(texts.nothingFor, { query })}
        {...(hasFilters ? { text: texts.nothingFilters } : {})}
      >
        {hasFilters && (
          <Button kind="primary" onClick={() => onSearch({ ...NO_SEARCH, query })}>
            {texts.clearFilters}
          </Button>
        )}
        {query !== '' && (
          <NearestTags search={search} onChoose={(tag) => onSearch({ ...NO_SEARCH, tags: [tag] })} />
        )}
      </StateCard>
      {query !== '' && <Similar search={search} renderList={renderList} />}
    </>
  );
}

/** The tags nearest to the words; the most used ones stand above in any case. */
function NearestTags({ search, onChoose }: { search: Search; onChoose: (tag: string) => void }) {
  const near = useAtomValue(nearestTagsList({ query: search.query }));
  const tags = near.status === 'loading' ? [] : near.rows.slice(0, SHOWN_TAGS);
  if (tags.length === 0) return null;
  return (
    <>
      <p className={styles.note}>{texts.nearTags}</p>
      <ul className={`${styles.chips} ${styles.centred}`} aria-label={texts.tags}>
        {tags.map(({ tag }) => (
          <li key={tag}>
            <button type="button" className={styles.chip} onClick={() => onChoose(tag)}>
              <span className={styles.word}>{tag}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Recordings within one typing error; renders nothing when there are none. */
function Similar({ search, renderList }: Omit<NothingFoundProps, 'onSearch'>) {
  const source = similarList(search);
  const list = useAtomValue(source);
  if (list.status === 'loading' || list.rows.length === 0) return null;
  return (
    <section aria-labelledby="close">
      <h2 id="close" className={styles.heading}>
        {texts.close}
      </h2>
      {renderList(source, null, 3)}
    </section>
  );
}
