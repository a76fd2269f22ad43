// Above the recorder: the draft that the next recording is added to.
import { useAtomValue } from 'jotai';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { fill } from '../../lib/messages.ts';
import { leadInAtom } from '../../state/leadIn.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { recorderPortsAtom } from './ports.ts';

const { afterSound, recording, back } = recorderMessages.addition;

export function AdditionNotice({ onBack }: { onBack: () => void }) {
  const ports = useAtomValue(recorderPortsAtom).addition;
  const isHeard = useAtomValue(leadInAtom) !== null;
  const addition = ports.readAddition();
  if (!addition) return null;
  const goBack = () => {
    ports.clearAddition();
    onBack();
  };
  return (
    <Notice
      kind="info"
      action={
        <Button kind="bare" onClick={goBack}>
          {back}
        </Button>
      }
    >
      {fill(isHeard ? afterSound : recording, { title: addition.draft.title || addition.draft.file.name })}
    </Notice>
  );
}
