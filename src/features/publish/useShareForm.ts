// The life of the form: opens the file, restores the typed text, and makes the ticket while the person types.
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect, useMemo } from 'react';
import { isSendingAtom, publishAtom, resetPublishAtom } from './atoms.ts';
import { leaveShareFileAtom, loadShareFileAtom, shareFileAtom } from './file.ts';
import { leaveFormAtom, restoreFormAtom } from './form.ts';
import { stopListeningAtom } from './listen.ts';
import { outcomeOf, type ShareOutcome } from './outcome.ts';
import { prepareTicketAtom } from './ticket.ts';

export function useShareForm(): ShareOutcome | null {
  const load = useSetAtom(loadShareFileAtom);
  const restore = useSetAtom(restoreFormAtom);
  const prepare = useSetAtom(prepareTicketAtom);
  const store = useStore();
  const leaveFile = useSetAtom(leaveShareFileAtom);
  const leaveForm = useSetAtom(leaveFormAtom);
  const reset = useSetAtom(resetPublishAtom);
  const stop = useSetAtom(stopListeningAtom);
  const file = useAtomValue(shareFileAtom);
  const state = useAtomValue(publishAtom);
  const blob = file.phase === 'ready' ? file.file.blob : null;
  const outgoing = file.phase === 'ready' ? file.file.outgoing : null;

  useEffect(() => {
    void load();
    return () => {
      stop();
      leaveFile(store.get(isSendingAtom));
      leaveForm();
      reset();
    };
  }, [load, stop, leaveFile, leaveForm, reset, store]);

  useEffect(() => {
    if (blob) void restore();
  }, [blob, restore]);

  // An unreadable file needs no ticket. A ticket that fails here is reported when Publish is pressed.
  useEffect(() => {
    if (outgoing) void prepare(outgoing.file).catch(() => undefined);
  }, [outgoing, prepare]);

  return useMemo(() => outcomeOf(state), [state]);
}
