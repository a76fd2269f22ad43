// Search field, filters and tags, with recent searches or the results below.
import { useAtom, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { GENDER_FILTERS } from '../../../api/contract/categories.ts';
import { SEARCH_TAGS_MAX } from '../../../api/contract/limits.ts';
import { searchMessages } from '../../lib/messages/search.ts';
import { fill, messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { UndoBar } from '../../ui/UndoBar.tsx';
import { forgetSearchAtom, foundList, isActive, recentSearchesAtom, rememberSearchAtom } from './atoms.ts';
import { SearchField } from './SearchField.tsx';
import { SearchResults, type SearchResultsProps } from './SearchResults.tsx';
import styles from './search.module.css';
import { TagCloud } from './TagCloud.tsx';
import { useShownList } from './useShownList.ts';
import { useTypedSearch } from './useTypedSearch.ts';

const { search: texts } = searchMessages;

function RecentSearches({ onRepeat }: { onRepeat: (query: string) => void }) {
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

const GENDERS = GENDER_FILTERS.map((value) => ({ value, label: messages.filters[value] }));

/** `search` is from the URL. */
export function SearchView({ search, onSearch, renderList, voices }: Omit<SearchResultsProps, 'shown'>) {
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
        <SearchResults
          search={search}
          shown={shown}
          onSearch={onSearch}
          renderList={renderList}
          voices={voices}
        />
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
