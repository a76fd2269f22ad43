// /audio-edit-test: opens the sample in the editor and offers the result as a file.
import { useState } from 'react';
import { SampleStage } from '../features/demo/SampleStage.tsx';
import { EditorColumn } from '../features/editor/EditorPanel.tsx';
import { demoMessages } from '../lib/messages/demo.ts';
import { fill } from '../lib/messages.ts';
import { Button } from '../ui/Button.tsx';
import { StateCard } from '../ui/Card.tsx';
import { saveFile } from '../ui/saveFile.ts';
import { DemoEditor } from './DemoEditor.tsx';
import { usePageTitle } from './usePageTitle.ts';

export function EditTestPage() {
  usePageTitle(demoMessages.editTest);
  const [saved, setSaved] = useState<string | null>(null);
  const save = (file: Blob) => {
    const name = `edited_okayletsgo_${Date.now()}.wav`;
    saveFile(file, name);
    setSaved(name);
  };
  return (
    <EditorColumn>
      {saved === null ? (
        <SampleStage failure="loading">{(sound) => <DemoEditor sound={sound} onEdited={save} />}</SampleStage>
      ) : (
        <StateCard
          title={demoMessages.editTest}
          level={1}
          text={fill(demoMessages.editSaved, { name: saved })}
        >
          <Button kind="primary" onClick={() => setSaved(null)}>
            {demoMessages.retry}
          </Button>
        </StateCard>
      )}
    </EditorColumn>
  );
}
