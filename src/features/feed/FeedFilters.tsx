// Whose voices are shown.
import { useAtom } from 'jotai/react';
import { GENDER_FILTERS } from '../../../api/contract/categories.ts';
import { messages } from '../../lib/messages.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { filterAtom } from './atoms.ts';

const CHOICES = GENDER_FILTERS.map((value) => ({ value, label: messages.filters[value] }));

export function FeedFilters() {
  const [filter, setFilter] = useAtom(filterAtom);
  return (
    <Tabs
      kind="filter"
      label={messages.feed.filterLabel}
      choices={CHOICES}
      value={filter}
      onChange={setFilter}
    />
  );
}
