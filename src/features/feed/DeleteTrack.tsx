// Asks before one of the viewer's own recordings is deleted: nothing brings it back.
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import type { ApiErrorCode } from '../../api/client.ts';
import { failureText, fill, messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { deleteTrackAtom, dropTrackAtom } from './deleteTrack.ts';

export interface DeleteTrackProps {
  track: TrackView;
  onClose: () => void;
  onGone: () => void;
}

export function DeleteTrack({ track, onClose, onGone }: DeleteTrackProps) {
  const deleteTrack = useSetAtom(deleteTrackAtom);
  const drop = useSetAtom(dropTrackAtom);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<ApiErrorCode | null>(null);
  const isGone = failed === 'not_found';
  const close = () => {
    if (!isGone) return onClose();
    drop(track.id);
    onGone();
  };
  const press = async () => {
    setBusy(true);
    const code = await deleteTrack(track.id);
    setBusy(false);
    setFailed(code);
    if (code === null) onGone();
  };
  const title = track.title === '' ? messages.card.untitled : track.title;
  return (
    <Dialog
      open
      onClose={busy ? () => {} : close}
      title={messages.card.deleteTitle}
      actions={
        isGone ? (
          <Button onClick={close}>{messages.shell.close}</Button>
        ) : (
          <>
            <Button onClick={close}>{messages.card.cancel}</Button>
            <Button kind="danger" busy={busy} onClick={() => void press()}>
              {messages.card.delete}
            </Button>
          </>
        )
      }
    >
      {failed === null ? (
        <p>{fill(messages.card.deleteText, { title })}</p>
      ) : (
        <Notice kind="bad">{isGone ? messages.audioErrors.notStored : failureText(failed)}</Notice>
      )}
    </Dialog>
  );
}
