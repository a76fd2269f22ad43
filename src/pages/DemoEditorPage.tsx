// /demo-audio-editor: the real editor on the sample; the result can be played.
import { useState } from 'react';
import { DemoFrame } from '../features/demo/DemoFrame.tsx';
import { ListenButton } from '../features/demo/ListenButton.tsx';
import { SampleStage } from '../features/demo/SampleStage.tsx';
import { demoMessages } from '../lib/messages/demo.ts';
import { Button } from '../ui/Button.tsx';
import { StateCard } from '../ui/Card.tsx';
import { DemoEditor } from './DemoEditor.tsx';
import { usePageTitle } from './usePageTitle.ts';

const [name] = demoMessages.demos.audioEditor;

export function DemoEditorPage() {
  usePageTitle(name);
  const [edited, setEdited] = useState<Blob | null>(null);
  return (
    <DemoFrame>
      {edited === null ? (
        <SampleStage failure="loading">
          {(sound) => <DemoEditor sound={sound} onEdited={setEdited} />}
        </SampleStage>
      ) : (
        <StateCard title={name} level={1}>
          <ListenButton file={edited} />
          <Button onClick={() => setEdited(null)}>{demoMessages.back}</Button>
        </StateCard>
      )}
    </DemoFrame>
  );
}
