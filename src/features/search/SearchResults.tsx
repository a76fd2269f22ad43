// The results: how many, the performers whose names match, and the cards.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { searchMessages } from '../../lib/messages/search.ts';
import { fill } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import type { Search } from '../../lib/searchPath.ts';
import type { TracksAtom } from '../../state/tracks.ts';
import { PersonOrb } from '../../ui/PersonOrb.tsx';
import { NothingFound } from './NothingFound.tsx';
import styles from './search.module.css';
import type { ShownList } from './useShownList.ts';

const { search: texts } = searchMessages;
const PEOPLE = 3;
const WORD_MIN_LENGTH = 2;

export interface SearchResultsProps {
  search: Search;
  shown: ShownList;
  onSearch: (search: Search) => void;
  /** Renders the cards of a list, or what replaces them when it is empty; passed in by the page. */
  renderList: (list: TracksAtom, empty: ReactNode, level: 2 | 3) => ReactNode;
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

export function SearchResults({ search, shown, onSearch, renderList }: SearchResultsProps) {
  const { state, list, isBefore } = shown;
  const rows = state.status === 'loading' ? [] : state.rows;
  const people = peopleIn(rows, search.query);
  const empty = <NothingFound search={search} onSearch={onSearch} renderList={renderList} />;
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
