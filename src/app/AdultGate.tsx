// The 18+ question as a dialog, for every page that asks it.
import { useAtomValue } from 'jotai/react';
import { messages } from '../lib/messages.ts';
import { adultQuestionAtom } from '../state/adult.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

export function AdultGate() {
  const question = useAtomValue(adultQuestionAtom);
  return (
    <Dialog
      open={question !== null}
      onClose={() => question?.answer(false)}
      title={messages.adult.title}
      kind="sheet"
      actions={
        <>
          <Button kind="bare" onClick={() => question?.answer(false)}>
            {messages.adult.decline}
          </Button>
          <Button kind="primary" lang="de" onClick={() => question?.answer(true)}>
            {messages.adult.confirm}
          </Button>
        </>
      }
    >
      <p>{messages.adult.text}</p>
    </Dialog>
  );
}
