// All recordings of one category, a page at a time, to the last.

import { Link } from 'react-router-dom';
import type { CategoryId } from '../../../api/contract/categories.ts';
import { messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { categoryList } from './atoms.ts';
import { TrackList } from './TrackList.tsx';

export function CategoryList({ id }: { id: CategoryId }) {
  return (
    <TrackList
      list={categoryList(id)}
      empty={
        <StateCard title={messages.category.emptyTitle} text={messages.category.emptyText} lang="de">
          <Link to={paths.home()} className={buttonClass('primary')}>
            {messages.category.backToFeed}
          </Link>
        </StateCard>
      }
      onDelete={stay}
    />
  );
}

/** The row leaves the list by itself. */
const stay = () => {};
