// One category of the feed.
import { Link, useParams } from 'react-router-dom';
import { CategoryList } from '../features/feed/CategoryList.tsx';
import { CATEGORY_IDS, type CategoryId } from '../features/feed/sections.ts';
import { useFeedRefresh } from '../features/feed/useFeedRefresh.ts';
import { messages } from '../lib/messages.ts';
import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/Button.tsx';
import { StateCard } from '../ui/Card.tsx';
import styles from './FeedPage.module.css';
import { usePageTitle } from './usePageTitle.ts';

const TITLES: Record<CategoryId, string> = {
  new: messages.category.new,
  bookmarked: messages.category.bookmarked,
  subscribs: messages.category.subscribs,
  top_rated: messages.category.topRated,
  most_commented: messages.category.mostCommented,
};

const GERMAN_TITLES: Partial<Record<CategoryId, string>> = {
  new: messages.category.newGerman,
  bookmarked: messages.category.bookmarkedGerman,
};

export function CategoryPage() {
  const { id = '' } = useParams();
  const known = CATEGORY_IDS.find((each) => each === id);
  return known === undefined ? <MissingCategory /> : <KnownCategory key={known} id={known} />;
}

function KnownCategory({ id }: { id: CategoryId }) {
  usePageTitle(TITLES[id]);
  const retry = useFeedRefresh();
  const german = GERMAN_TITLES[id];
  return (
    <div className={styles.page}>
      <h1>
        {TITLES[id]}
        {german !== undefined && (
          <small lang="de" className={styles.other}>
            {german}
          </small>
        )}
      </h1>
      <CategoryList id={id} onRetry={retry} />
    </div>
  );
}

function MissingCategory() {
  usePageTitle(messages.category.notFound);
  return (
    <StateCard title={messages.category.notFound} level={1}>
      <Link to={paths.home()} className={buttonClass('primary')}>
        {messages.category.backToFeed}
      </Link>
    </StateCard>
  );
}
