// /demo-record: a recorder without a microphone.
import { DemoFrame } from '../features/demo/DemoFrame.tsx';
import { DemoRecorder, RecordedSample } from '../features/demo/DemoRecorder.tsx';
import { demoMessages } from '../lib/messages/demo.ts';
import { usePageTitle } from './usePageTitle.ts';

export function DemoRecordPage() {
  usePageTitle(demoMessages.demos.record[0]);
  return (
    <DemoFrame>
      <DemoRecorder done={<RecordedSample />} />
    </DemoFrame>
  );
}
