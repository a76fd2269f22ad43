// /demo-upload-share: the share page of the demo.
import { Link } from 'react-router-dom';
import { DemoFrame } from '../features/demo/DemoFrame.tsx';
import { DemoShare } from '../features/demo/DemoShare.tsx';
import { demoMessages } from '../lib/messages/demo.ts';
import { studioMessages } from '../lib/messages/studio.ts';
import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/Button.tsx';
import { usePageTitle } from './usePageTitle.ts';

export function DemoSharePage() {
  usePageTitle(studioMessages.share.title);
  return (
    <DemoFrame>
      <DemoShare
        onward={
          <Link to={paths.demo()} className={buttonClass('primary', true)}>
            {demoMessages.onward}
          </Link>
        }
      />
    </DemoFrame>
  );
}
