// A route that is named and not built yet says so, and leads back.
import { Link, useLocation } from 'react-router-dom';
import { shellMessages } from '../lib/messages/shell.ts';
import { messages } from '../lib/messages.ts';
import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/Button.tsx';
import { StateCard } from '../ui/Card.tsx';
import { usePageTitle } from './usePageTitle.ts';

export function ToComePage() {
  const { pathname } = useLocation();
  const name = shellMessages.toCome.names[pathname.split('/')[1] ?? ''] ?? messages.shell.name;
  usePageTitle(name);
  return (
    <StateCard title={name} level={1} text={shellMessages.toCome.text}>
      <Link to={paths.home()} className={buttonClass('primary')}>
        {messages.category.backToFeed}
      </Link>
    </StateCard>
  );
}
