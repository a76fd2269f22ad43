// Waits for the sample, then renders the demo, or an error.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { type DemoSound, useDemoSound } from './demoSound.ts';

interface SampleStageProps {
  failure: 'loading' | 'demo';
  children: (sound: DemoSound) => ReactNode;
}

export function SampleStage({ failure, children }: SampleStageProps) {
  const state = useDemoSound(null);
  if (state.status === 'loading') return <Spinner size={32} label={messages.shell.loading} />;
  return state.status === 'failed' ? <DemoFailed kind={failure} /> : children(state.sound);
}

/** `loading`: the file of a page that only needs that; `demo`: the demo as a whole. */
function DemoFailed({ kind }: { kind: 'loading' | 'demo' }) {
  return (
    <div role="alert">
      <StateCard
        kind="error"
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
