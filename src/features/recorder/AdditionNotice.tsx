// Above the recorder: the draft that the next recording is added to.
import { useAtomValue } from 'jotai';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { recorderPortsAtom } from './ports.ts';

export function AdditionNotice({ onBack }: { onBack: () => void }) {
  const ports = useAtomValue(recorderPortsAtom).addition;
  const addition = ports.readAddition();
  if (!addition) return null;
  const back = () => {
    ports.clearAddition();
    onBack();
  };
  return (
    <Notice
      kind="info"
      action={
        <Button kind="bare" onClick={back}>
          {recorderMessages.addition.back}
        </Button>
      }
    >
      {fill(recorderMessages.addition.recording, { title: addition.draft.title || addition.draft.file.name })}
    </Notice>
  );
}
