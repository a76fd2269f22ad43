// The demos without a simulated server: the overview, a recorder without a microphone, an upload, the share page.

import { Link } from 'react-router-dom';
import { DemoCenter } from '../features/demo/DemoCenter.tsx';
import { DemoFrame } from '../features/demo/DemoFrame.tsx';
import { DemoRecorder, RecordedSample } from '../features/demo/DemoRecorder.tsx';
import { DemoShare } from '../features/demo/DemoShare.tsx';
import { DemoUpload } from '../features/demo/DemoUpload.tsx';
import { demoMessages } from '../lib/messages/demo.ts';
import { shareMessages } from '../lib/messages/share.ts';
import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/Button.tsx';
import { DemoRecordStage } from './DemoRecordStage.tsx';
import { usePageTitle } from './usePageTitle.ts';

export function DemoCenterPage() {
  usePageTitle(demoMessages.title);
  return <DemoCenter />;
}

export function DemoRecordPage() {
  usePageTitle(demoMessages.demos.record[0]);
  return (
    <DemoFrame>
      <DemoRecorder stage={(given) => <DemoRecordStage {...given} />} done={<RecordedSample />} />
    </DemoFrame>
  );
}

export function DemoUploadPage() {
  usePageTitle(demoMessages.upload);
  return (
    <DemoFrame title={demoMessages.upload}>
      <DemoUpload />
    </DemoFrame>
  );
}

export function DemoSharePage() {
  usePageTitle(shareMessages.share.title);
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
