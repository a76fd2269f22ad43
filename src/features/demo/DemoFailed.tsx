// The sample did not come: try again, or go home.
import { Link } from 'react-router-dom';
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';

/** `loading`: the file of a page that only needs that; `demo`: the demo as a whole. */
export function DemoFailed({ kind }: { kind: 'loading' | 'demo' }) {
  return (
    <div role="alert">
      <StateCard
        title={kind === 'loading' ? words.loadFailed : words.failed}
        text={words.fileFailed}
        level={1}
        lang="de"
      >
        <Button kind="primary" lang="en" onClick={() => window.location.reload()}>
          {words.retry}
        </Button>
        <Link to={paths.home()} className={buttonClass()} lang="en">
          {words.home}
        </Link>
      </StateCard>
    </div>
  );
}
