// /demo-workflow: from the record button to the simulated review.
import { DemoFrame } from '../features/demo/DemoFrame.tsx';
import { DemoWorkflow } from '../features/demo/DemoWorkflow.tsx';
import { demoMessages } from '../lib/messages/demo.ts';
import { DemoEditor } from './DemoEditor.tsx';
import { DemoRecordStage } from './DemoRecordStage.tsx';
import { usePageTitle } from './usePageTitle.ts';

export function DemoWorkflowPage() {
  usePageTitle(demoMessages.demos.workflow[0]);
  return (
    <DemoFrame>
      <DemoWorkflow
        editor={(sound, onEdited) => <DemoEditor sound={sound} onEdited={onEdited} />}
        recordStage={(given) => <DemoRecordStage {...given} />}
      />
    </DemoFrame>
  );
}
