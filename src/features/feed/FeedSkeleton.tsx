// Placeholder of the feed with the same layout, so that nothing shifts when it loads.
import { messages } from '../../lib/messages.ts';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import section from './FeedSection.module.css';
import card from './TrackCard.module.css';

const ROWS = ['first', 'second'];
const CARDS = ['a', 'b', 'c', 'd', 'e', 'f'];

export function FeedSkeleton() {
  return (
    <div data-loading>
      {ROWS.map((row, index) => (
        <RowSkeleton key={row} isFirst={index === 0} />
      ))}
    </div>
  );
}

/** A loading row; the first one announces itself to screen readers. */
export function RowSkeleton({ isFirst = false }: { isFirst?: boolean }) {
  return (
    <div className={`${section.section} ${isFirst ? section.lead : ''}`}>
      <div className={section.head}>
        <RingSkeleton width="7em" height="22px" />
        {isFirst && <Spinner size={20} label={messages.shell.loading} />}
      </div>
      <div className={section.row} style={{ overflow: 'hidden' }}>
        {CARDS.map((key) => (
          <CardSkeleton key={key} />
        ))}
      </div>
    </div>
  );
}

export function CardSkeleton() {
  return (
    <div className={card.card} aria-hidden="true">
      <RingSkeleton shape="ring" className={card.square} height="auto" />
      <RingSkeleton className={card.titleLine} width="80%" height="17px" />
      <RingSkeleton className={card.byLine} width="55%" height="13px" />
    </div>
  );
}
