// Record, edit, details, pending: the whole way, without a microphone and without an upload.
import { useSetAtom } from 'jotai/react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { DemoDetails } from './DemoDetails.tsx';
import { DemoPendingNotice } from './DemoPendingNotice.tsx';
import { DemoRecorder } from './DemoRecorder.tsx';
import { keepPendingAtom } from './pending.ts';
import { type DemoSound, TONE_SECONDS } from './sample.ts';
import { useDemoSound } from './useDemoSound.ts';

/** From a complete recording to the editor (S2 §9). */
const TO_EDIT_MS = 1000;

type Step =
  | { name: 'record' }
  | { name: 'edit' }
  | { name: 'details'; file: Blob }
  | { name: 'pending'; title: string };

export interface DemoWorkflowProps {
  /** The editor, from the room that knows it. */
  editor: (sound: DemoSound, onEdited: (file: Blob) => void) => ReactNode;
}

export function DemoWorkflow({ editor }: DemoWorkflowProps) {
  const sample = useDemoSound(TONE_SECONDS.workflow);
  const [step, setStep] = useState<Step>({ name: 'record' });
  const [isComplete, setComplete] = useState(false);
  const keepPending = useSetAtom(keepPendingAtom);
  const toEdit = useCallback(() => {
    setComplete(false);
    setStep({ name: 'edit' });
  }, []);
  const complete = useCallback(() => setComplete(true), []);
  const edited = useCallback((file: Blob) => setStep({ name: 'details', file }), []);
  // What leads on stands at the end of a step, the next one is read from its beginning.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is when to go there
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [step.name]);
  useEffect(() => {
    if (!isComplete) return;
    const timer = setTimeout(toEdit, TO_EDIT_MS);
    return () => clearTimeout(timer);
  }, [isComplete, toEdit]);
  switch (step.name) {
    case 'record':
      return (
        <DemoRecorder
          onDone={complete}
          idle={
            <Button kind="bare" onClick={toEdit}>
              {words.skipToEdit}
            </Button>
          }
          done={<Button onClick={toEdit}>{words.skipToEdit}</Button>}
        />
      );
    case 'edit':
      return sample.status === 'ready' ? editor(sample.sound, edited) : <Spinner size={32} />;
    case 'details':
      return (
        <DemoDetails
          file={step.file}
          onBack={toEdit}
          onPublish={(title) => {
            keepPending(title);
            setStep({ name: 'pending', title });
          }}
        />
      );
    case 'pending':
      return <DemoPendingNotice title={step.title} />;
  }
}
