// Filters the recordings by voice.
import { useAtom } from 'jotai/react';
import { startTransition, useOptimistic } from 'react';
import { GENDER_FILTERS, type GenderFilter } from '../../../api/contract/categories.ts';
import { messages } from '../../lib/messages.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { filterAtom } from './atoms.ts';

const CHOICES = GENDER_FILTERS.map((value) => ({ value, label: messages.filters[value] }));

export function FeedFilters() {
  const [filter, setFilter] = useAtom(filterAtom);
  const [pressed, showPressed] = useOptimistic(filter);
  // The press shows at once; the other sixty cards follow as soon as they are rendered.
  const choose = (value: GenderFilter) =>
    startTransition(() => {
      showPressed(value);
      setFilter(value);
    });
  return (
    <Tabs
      kind="filter"
      label={messages.feed.filterLabel}
      choices={CHOICES}
      value={pressed}
      onChange={choose}
    />
  );
}
