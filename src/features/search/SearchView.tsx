// Search field, filters and tags, with recent searches or the results below.
import { useSetAtom } from 'jotai/react';
import type { ReactNode } from 'react';
import { GENDER_FILTERS } from '../../../api/contract/categories.ts';
import { SEARCH_TAGS_MAX } from '../../../api/contract/limits.ts';
import { searchMessages } from '../../lib/messages/search.ts';
import { fill, messages } from '../../lib/messages.ts';
import type { Search } from '../../lib/searchPath.ts';
import type { TracksAtom } from '../../state/tracks.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { foundList, isActive, rememberSearchAtom } from './atoms.ts';
import { RecentSearches } from './RecentSearches.tsx';
import { SearchField } from './SearchField.tsx';
import { SearchResults } from './SearchResults.tsx';
import styles from './search.module.css';
import { TagCloud } from './TagCloud.tsx';
import { useShownList } from './useShownList.ts';
import { useTypedSearch } from './useTypedSearch.ts';

const { search: texts } = searchMessages;
const GENDERS = GENDER_FILTERS.map((value) => ({ value, label: messages.filters[value] }));

interface SearchViewProps {
  /** From the URL. */
  search: Search;
  onSearch: (search: Search) => void;
  renderList: (list: TracksAtom, empty: ReactNode, level: 2 | 3) => ReactNode;
}

export function SearchView({ search, onSearch, renderList }: SearchViewProps) {
  const remember = useSetAtom(rememberSearchAtom);
  const typed = useTypedSearch(search.query, (query, how) => {
    remember(query, how);
    if (query !== search.query) onSearch({ ...search, query });
  });
  const toggle = (tag: string) => {
    const { tags } = search;
    if (tags.includes(tag)) onSearch({ ...search, tags: tags.filter((each) => each !== tag) });
    else if (tags.length < SEARCH_TAGS_MAX) onSearch({ ...search, tags: [...tags, tag] });
  };
  const active = isActive(search);
  const shown = useShownList(active ? foundList(search) : null);
  const isWaiting = shown !== null && (shown.isBefore || shown.state.status === 'loading');
  return (
    <div className={styles.view} data-active={active || undefined}>
      <div className={styles.top}>
        <SearchField typed={typed} isBusy={typed.isDue || isWaiting} />
      </div>
      <div className={styles.filters}>
        <Tabs
          kind="filter"
          label={messages.feed.filterLabel}
          choices={GENDERS}
          value={search.gender}
          onChange={(gender) => onSearch({ ...search, gender })}
        />
        <ChosenTags tags={search.tags} onRemove={toggle} />
      </div>
      {!active && (
        <RecentSearches
          onRepeat={(query) => {
            remember(query, 'entered');
            onSearch({ ...search, query });
          }}
        />
      )}
      <section className={styles.cloud} aria-label={texts.tags}>
        <TagCloud chosen={search.tags} onToggle={toggle} isStrip={active} />
      </section>
      {shown !== null && (
        <SearchResults search={search} shown={shown} onSearch={onSearch} renderList={renderList} />
      )}
    </div>
  );
}

/** The tags of the search; a tap removes one. */
interface ChosenTagsProps {
  tags: readonly string[];
  onRemove: (tag: string) => void;
}

function ChosenTags({ tags, onRemove }: ChosenTagsProps) {
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
