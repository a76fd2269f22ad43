// The results: their number, the performers whose names match, and the cards.
import { useAtomValue } from 'jotai/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { searchMessages } from '../../lib/messages/search.ts';
import { fill } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { NO_SEARCH, type Search } from '../../lib/searchPath.ts';
import type { TracksAtom } from '../../state/tracks.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { PersonOrb } from '../../ui/PersonOrb.tsx';
import { nearestTagsList, similarList } from './atoms.ts';
import styles from './search.module.css';
import type { ShownList } from './useShownList.ts';

const { search: texts } = searchMessages;
const PEOPLE = 3;
const WORD_MIN_LENGTH = 2;

export interface SearchResultsProps {
  search: Search;
  shown: ShownList;
  onSearch: (search: Search) => void;
  /** Renders the cards of a list, or its replacement when it is empty; passed in by the page. */
  renderList: (list: TracksAtom, empty: ReactNode, level: 2 | 3) => ReactNode;
  /** A way on from a search without results. */
  voices: ReactNode;
}

/** The performers among the results whose name contains a word of the search. */
function peopleIn(rows: readonly TrackView[], query: string): TrackView['user'][] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter(({ length }) => length >= WORD_MIN_LENGTH);
  const named = rows.filter(({ user }) => words.some((word) => user.username.toLowerCase().includes(word)));
  return [...new Map(named.map(({ user }) => [user.id, user])).values()].slice(0, PEOPLE);
}

export function SearchResults({ search, shown, onSearch, renderList, voices }: SearchResultsProps) {
  const { state, list, isBefore } = shown;
  const rows = state.status === 'loading' ? [] : state.rows;
  const people = peopleIn(rows, search.query);
  const empty = <NothingFound search={search} onSearch={onSearch} renderList={renderList} voices={voices} />;
  return (
    <div className={styles.results} data-before={isBefore || undefined} aria-busy={isBefore}>
      <p role="status" className={styles.count}>
        {!isBefore && countText(shown)}
      </p>
      {people.length > 0 && (
        <ul className={styles.chips} aria-label={texts.people}>
          {people.map(({ id, username }) => (
            <li key={id}>
              <Link to={paths.profile(id)} className={styles.chip}>
                <PersonOrb userId={id} size={22} />
                <span className={styles.word}>{username}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {renderList(list, empty, 2)}
    </div>
  );
}

function countText({ state }: ShownList): string {
  if (state.status === 'loading' || state.rows.length === 0) return '';
  const count = state.rows.length;
  if (state.more !== 'end') return fill(texts.foundMore, { count });
  return fill(count === 1 ? texts.found.one : texts.found.many, { count });
}

/** No results: similar tags and recordings, and a way to clear the filters. */
const SHOWN_TAGS = 8;

function NothingFound({ search, onSearch, renderList, voices }: Omit<SearchResultsProps, 'shown'>) {
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
      {voices}
    </>
  );
}

/** The tags closest to the query; the most used ones are shown above in any case. */
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
function Similar({ search, renderList }: Pick<SearchResultsProps, 'search' | 'renderList'>) {
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
