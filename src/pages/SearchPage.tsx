// Search: the URL has the query.
import { useAtom } from 'jotai/react';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { TrackList } from '../features/feed/TrackList.tsx';
import { VoicesToHear } from '../features/feed/VoicesToHear.tsx';
import { filtersAtom } from '../features/search/atoms.ts';
import { SearchView } from '../features/search/SearchView.tsx';
import { searchMessages } from '../lib/messages/search.ts';
import { fill } from '../lib/messages.ts';
import { readSearch, type Search, searchPath } from '../lib/searchPath.ts';
import styles from './SearchPage.module.css';
import { usePageTitle } from './usePageTitle.ts';

const { search: texts } = searchMessages;

export function SearchPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [filters, setFilters] = useAtom(filtersAtom);
  // A link has the whole search; without one the filters are those of the last search on this device.
  const isLink = ['q', 'tags', 'gender'].some((name) => params.has(name));
  const asked = readSearch(params);
  const search = isLink ? asked : { ...asked, ...filters };
  const path = searchPath(search);
  useEffect(() => {
    if (!isLink && path !== searchPath({})) navigate(path, { replace: true });
  }, [isLink, path, navigate]);

  const what = [search.query, ...search.tags].filter((part) => part !== '').join(', ');
  usePageTitle(what === '' ? texts.title : fill(texts.titleOf, { what }));
  const show = ({ query, tags, gender }: Search) => {
    setFilters({ tags, gender });
    // Another list starts at its top.
    window.scrollTo(0, 0);
    navigate(searchPath({ query, tags, gender }), { replace: true });
  };
  return (
    <div className={styles.page}>
      <h1 className="spoken">{texts.title}</h1>
      <SearchView
        search={search}
        onSearch={show}
        voices={<VoicesToHear />}
        renderList={(list, empty, level) => <TrackList list={list} empty={empty} level={level} />}
      />
    </div>
  );
}
