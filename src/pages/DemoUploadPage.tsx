// /demo-upload: a simulated upload.
import { DemoFrame } from '../features/demo/DemoFrame.tsx';
import { DemoUpload } from '../features/demo/DemoUpload.tsx';
import { demoMessages } from '../lib/messages/demo.ts';
import { usePageTitle } from './usePageTitle.ts';

export function DemoUploadPage() {
  usePageTitle(demoMessages.upload);
  return (
    <DemoFrame title={demoMessages.upload}>
      <DemoUpload />
    </DemoFrame>
  );
}
