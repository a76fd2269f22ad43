// Confirms before the user's recording is deleted for good.
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import type { ApiErrorCode } from '../../api/client.ts';
import { failureText, fill, messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import { deleteTrackAtom, dropTrackAtom } from './deleteTrack.ts';

export interface DeleteTrackProps {
  /** The recording to delete; null closes the dialog. */
  track: TrackView | null;
  onClose: () => void;
  onGone: (track: TrackView) => void;
}

export function DeleteTrack({ track, onClose, onGone }: DeleteTrackProps) {
  const deleteTrack = useSetAtom(deleteTrackAtom);
  const drop = useSetAtom(dropTrackAtom);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<ApiErrorCode | null>(null);
  const isGone = failed === 'not_found';
  const close = () => {
    if (busy || track === null) return;
    setFailed(null);
    onClose();
    if (!isGone) return;
    drop(track.id);
    onGone(track);
  };
  const press = async () => {
    if (track === null) return;
    setBusy(true);
    const code = await deleteTrack(track.id);
    setBusy(false);
    setFailed(code);
    if (code !== null) return;
    onClose();
    onGone(track);
  };
  return (
    <Dialog
      open={track !== null}
      onClose={close}
      title={messages.card.deleteTitle}
      actions={
        isGone ? (
          <Button onClick={close}>{messages.shell.close}</Button>
        ) : (
          <>
            <Button onClick={close}>{messages.card.cancel}</Button>
            <Button kind="danger" needsServer busy={busy} onClick={() => void press()}>
              {messages.card.delete}
            </Button>
          </>
        )
      }
    >
      {failed === null ? (
        <>
          <p>{fill(messages.card.deleteText, { title: track?.title || messages.card.untitled })}</p>
          <OfflineNote />
        </>
      ) : (
        <Notice kind="bad">{isGone ? messages.audioErrors.notStored : failureText(failed)}</Notice>
      )}
    </Dialog>
  );
}
