// Confirms before a waiting upload is deleted for good.
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { ApiErrorCode } from '../../api/client.ts';
import { profileMessages } from '../../lib/messages/profile.ts';
import { failureText, messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import { withdrawUploadAtom } from './lists.ts';

const words = profileMessages.own;

export function WithdrawUpload({ uploadId }: { uploadId: string }) {
  const withdraw = useSetAtom(withdrawUploadAtom);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<ApiErrorCode | null>(null);
  const show = () => {
    setFailed(null);
    setOpen(true);
  };
  const press = async () => {
    setBusy(true);
    const code = await withdraw(uploadId);
    setBusy(false);
    setFailed(code);
    if (code === null) setOpen(false);
  };
  return (
    <>
      <Button kind="bare" onClick={show}>
        {words.withdraw}
      </Button>
      <Dialog
        open={open}
        onClose={() => busy || setOpen(false)}
        title={words.withdrawTitle}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{messages.card.cancel}</Button>
            <Button kind="danger" needsServer busy={busy} onClick={() => void press()}>
              {words.withdraw}
            </Button>
          </>
        }
      >
        <p>{words.withdrawText}</p>
        {failed !== null && (
          <Notice kind="bad">{failed === 'not_found' ? words.alreadyDecided : failureText(failed)}</Notice>
        )}
        <OfflineNote />
      </Dialog>
    </>
  );
}
