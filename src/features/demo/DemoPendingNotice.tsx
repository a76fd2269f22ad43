// Last step of the demo: the review that is pretended to run.
import { Link } from 'react-router-dom';
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { fill } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';

export function DemoPendingNotice({ title }: { title: string }) {
  return (
    <StateCard title={words.checking} level={1} lang="de" text={words.pendingReason}>
      <p lang="en">{title.trim() || words.audio}</p>
      <p>{fill(words.reviewTakes, { time: words.estimate })}</p>
      <Link to={paths.home()} className={buttonClass('primary')}>
        {words.understood}
      </Link>
      <Link to="/privacy" className={buttonClass()}>
        {words.why}
      </Link>
    </StateCard>
  );
}
