// One category of the feed.
import { Link, useParams } from 'react-router-dom';
import { CATEGORY_IDS, type CategoryId } from '../../api/contract/categories.ts';
import { categoryList } from '../features/feed/atoms.ts';
import { TrackList } from '../features/feed/TrackList.tsx';
import { VoicesToHear } from '../features/feed/VoicesToHear.tsx';
import { categoryMessages } from '../lib/messages/category.ts';
import { messages } from '../lib/messages.ts';
import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/Button.tsx';
import { StateCard } from '../ui/Card.tsx';
import styles from './FeedPage.module.css';
import { usePageTitle } from './usePageTitle.ts';

export function CategoryPage() {
  const { id = '' } = useParams();
  const known = CATEGORY_IDS.find((each) => each === id);
  return known === undefined ? <MissingCategory /> : <KnownCategory key={known} id={known} />;
}

function KnownCategory({ id }: { id: CategoryId }) {
  const { page, german } = messages.category.titles[id];
  usePageTitle(page);
  return (
    <div className={styles.page}>
      <h1>
        {page}{' '}
        {german !== null && (
          <small lang="de" className={styles.other}>
            {german}
          </small>
        )}
      </h1>
      <CategoryList id={id} />
    </div>
  );
}

function MissingCategory() {
  usePageTitle(categoryMessages.notFound);
  return (
    <>
      <StateCard kind="missing" title={categoryMessages.notFound} level={1}>
        <Link to={paths.home()} className={buttonClass('primary')}>
          {messages.category.backToFeed}
        </Link>
      </StateCard>
      <div className={styles.page}>
        <VoicesToHear />
      </div>
    </>
  );
}

/** All recordings of one category, page by page to the last. */
function CategoryList({ id }: { id: CategoryId }) {
  return (
    <TrackList
      list={categoryList(id)}
      empty={
        <>
          <StateCard title={categoryMessages.emptyTitle} text={categoryMessages.emptyText} lang="de">
            <Link to={paths.home()} className={buttonClass('primary')}>
              {messages.category.backToFeed}
            </Link>
          </StateCard>
          <VoicesToHear />
        </>
      }
      onDelete={stay}
    />
  );
}

/** The row leaves the list by itself. */
const stay = () => {};
