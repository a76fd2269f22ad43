// "Share your recording": one column with the file at the top and the action at the bottom.

import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { atom } from 'jotai/vanilla';
import { useCallback, useEffect, useMemo } from 'react';
import { TITLE_MAX_LENGTH } from '../../../api/contract/limits.ts';
import { publishMessages } from '../../lib/messages/publish.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { autoApproveAtom } from '../../state/autoApprove.ts';
import { prepareTicketAtom } from '../../state/ticket.ts';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TagPicker } from '../../ui/TagPicker.tsx';
import { isSendingAtom, publishAtom, publishNowAtom, resetPublishAtom } from './atoms.ts';
import { FileChip } from './FileChip.tsx';
import { leaveShareFileAtom, loadShareFileAtom, shareFileAtom } from './file.ts';
import { changeFormAtom, formErrorsAtom, leaveFormAtom, restoreFormAtom, shareFormAtom } from './form.ts';
import { useRefusedField } from './formProblems.ts';
import { FlagsAhead, LimitsPanel } from './LimitsPanel.tsx';
import { stopListeningAtom } from './listen.ts';
import { OptionalFields } from './OptionalFields.tsx';
import { OutboxList } from './OutboxList.tsx';
import { outcomeOf, type ShareOutcome } from './outcome.ts';
import { PerformerChoice } from './PerformerChoice.tsx';
import { PublishBar } from './PublishBar.tsx';
import { publishPortsAtom } from './ports.ts';
import styles from './publish.module.css';
import { Receipt } from './Receipt.tsx';

interface ShareFormProps {
  onTrim: () => void;
  onOutcome: (outcome: ShareOutcome) => void;
}

export function ShareForm({ onTrim, onOutcome }: ShareFormProps) {
  const outcome = useShareForm();
  useRefusedField();
  const form = useAtomValue(shareFormAtom);
  const errors = useAtomValue(formErrorsAtom);
  const change = useSetAtom(changeFormAtom);
  const publish = useSetAtom(publishNowAtom);
  const { on: automatic } = useAtomValue(autoApproveAtom);
  const { phase } = useAtomValue(publishAtom);
  const state = useAtomValue(shareFileAtom);
  const load = useSetAtom(loadShareFileAtom);
  const again = useCallback(() => void load(), [load]);
  const busy = phase === 'preparing' || phase === 'sending';
  useEffect(() => {
    if (outcome) onOutcome(outcome);
  }, [outcome, onOutcome]);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void publish();
      }}
    >
      <h1>{studioMessages.share.title}</h1>
      {automatic && <Notice kind="good">{studioMessages.share.autoApproval}</Notice>}
      <FileChip disabled={busy} onTrim={onTrim} />
      <PublishedElsewhere />
      <Field
        label={studioMessages.studio.titleLabel}
        name="title"
        value={form.title}
        error={errors.title ?? null}
        count={{ length: form.title.trim().length, max: TITLE_MAX_LENGTH }}
        autoComplete="off"
        enterKeyHint="done"
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <PerformerChoice
        gender={form.gender}
        consentAt={form.consentAt}
        error={errors.gender}
        consentError={errors.consentAt}
        onChange={change}
      />
      <TagPicker tags={form.tags} problem={errors.tags ?? null} onChange={(tags) => change({ tags })} />
      <OptionalFields form={form} errors={errors} onChange={change} />
      <Receipt />
      <FlagsAhead />
      <LimitsPanel />
      {state.phase === 'none' && <OutboxList onEdit={again} />}
      <PublishBar />
    </form>
  );
}

function useShareForm(): ShareOutcome | null {
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

/** Warns that another window published the file on this form. */
function PublishedElsewhere() {
  const state = useAtomValue(shareFileAtom);
  const isPublished = useAtomValue(publishedElsewhereAtom);
  const isIdle = useAtomValue(publishAtom).phase === 'idle';
  const watch = useSetAtom(watchElsewhereAtom);
  const reference = state.phase === 'ready' ? state.file.reference : null;
  useEffect(() => (reference === null ? undefined : watch(reference)), [watch, reference]);
  // The bar reports this window's own upload.
  return reference !== null && isPublished && isIdle ? (
    <Notice kind="warn">{publishMessages.elsewhere}</Notice>
  ) : null;
}

const isPublishedAtom = atom(false);
const publishedElsewhereAtom = atom((get) => get(isPublishedAtom));

/** Watches the take or file on this form; returns the stop. */
const watchElsewhereAtom = atom(null, (get, set, reference: string): (() => void) => {
  const { handoff, watchElsewhere } = get(publishPortsAtom);
  set(isPublishedAtom, false);
  return watchElsewhere(handoff.readRecordingData()?.file.data ?? reference, (gone) =>
    set(isPublishedAtom, gone === 'published' || gone === 'publishedFile'),
  );
});
