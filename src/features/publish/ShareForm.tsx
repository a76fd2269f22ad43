// "Share your recording": one column with the file at the top and the action at the bottom.
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { atom } from 'jotai/vanilla';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { GENDERS } from '../../../api/contract/categories.ts';
import {
  DESCRIPTION_MAX_LENGTH,
  TITLE_MAX_LENGTH,
  TRANSCRIPT_MAX_LENGTH,
} from '../../../api/contract/limits.ts';
import { publishMessages } from '../../lib/messages/publish.ts';
import { replaceMessages } from '../../lib/messages/replace.ts';
import { shareMessages } from '../../lib/messages/share.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { messages } from '../../lib/messages.ts';
import { autoApproveAtom } from '../../state/autoApprove.ts';
import { prepareTicketAtom } from '../../state/ticket.ts';
import type { ReplacedRecording } from '../../storage/handoff.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceTiles } from '../../ui/ChoiceTiles.tsx';
import { Field, TextArea } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TagPicker } from '../../ui/TagPicker.tsx';
import { isSendingAtom, publishAtom, publishNowAtom, resetPublishAtom } from './atoms.ts';
import { FileChip } from './FileChip.tsx';
import { leaveShareFileAtom, loadShareFileAtom, shareFileAtom } from './file.ts';
import { changeFormAtom, formErrorsAtom, leaveFormAtom, restoreFormAtom, shareFormAtom } from './form.ts';
import { useRefusedField } from './formProblems.ts';
import { FlagsAhead, LimitsPanel } from './LimitsPanel.tsx';
import { stopListeningAtom } from './listen.ts';
import { OutboxList } from './OutboxList.tsx';
import { outcomeOf, type ShareOutcome } from './outcome.ts';
import { PublishBar } from './PublishBar.tsx';
import { publishPortsAtom } from './ports.ts';
import styles from './publish.module.css';
import { Receipt } from './Receipt.tsx';
import { replacedAtom, stopReplacingAtom } from './replacing.ts';
import type { FormErrors, ShareForm as FormValues, PerformerCategory } from './rules.ts';

interface OptionalFieldsProps {
  form: FormValues;
  errors: FormErrors;
  onChange: (change: Partial<FormValues>) => void;
}

function OptionalFields({ form, errors, onChange }: OptionalFieldsProps) {
  const { studio } = studioMessages;
  return (
    <>
      <Folded
        title={studio.descriptionAdd}
        isOpen={form.description !== '' || errors.description !== undefined}
      >
        <TextArea
          label={studio.descriptionLabel}
          name="description"
          value={form.description}
          error={errors.description ?? null}
          count={{ length: form.description.length, max: DESCRIPTION_MAX_LENGTH }}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
      </Folded>
      <Folded title={studio.transcriptAdd} isOpen={form.transcript !== '' || errors.transcript !== undefined}>
        <TextArea
          label={studio.transcriptLabel}
          name="transcript"
          rows={8}
          hint={studio.transcriptHint}
          value={form.transcript}
          error={errors.transcript ?? null}
          count={{ length: form.transcript.length, max: TRANSCRIPT_MAX_LENGTH }}
          onChange={(event) => onChange({ transcript: event.currentTarget.value })}
        />
      </Folded>
      <Switch
        label={studio.allowComments}
        checked={form.allowComments}
        onChange={(allowComments) => onChange({ allowComments })}
      />
    </>
  );
}

/** Unfolds when it has content, and stays unfolded when the person empties it. */
function Folded({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  const fold = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (isOpen && fold.current) fold.current.open = true;
  }, [isOpen]);
  return (
    <details ref={fold} className={styles.more}>
      <summary>
        <Icon name="down" size={20} />
        {title}
      </summary>
      {children}
    </details>
  );
}

interface PerformerChoiceProps {
  gender: PerformerCategory | null;
  consentAt: string | null;
  error?: string | undefined;
  /** The problem of the consent, shown next to its box. */
  consentError?: string | undefined;
  onChange: (change: Partial<FormValues>) => void;
}

function PerformerChoice({ gender, consentAt, error, consentError, onChange }: PerformerChoiceProps) {
  const consent = useRef<HTMLLabelElement>(null);
  const asked = useRef(false);
  // The consent appears below the chips, where the bar may cover it.
  useEffect(() => {
    if (asked.current && gender === 'Couple') consent.current?.scrollIntoView({ block: 'nearest' });
    asked.current = false;
  }, [gender]);
  return (
    <fieldset className={styles.group} aria-describedby={error ? 'performer-error' : undefined}>
      <legend className={styles.legend}>{studioMessages.studio.whoLabel}</legend>
      <ChoiceTiles
        name="performer"
        choices={GENDERS.map((value) => ({ value, label: studioMessages.studio.who[value] }))}
        value={gender}
        onChange={(chosen) => {
          asked.current = true;
          onChange({ gender: chosen });
        }}
      />
      {error && (
        <p id="performer-error" className={styles.error} role="alert">
          {error}
        </p>
      )}
      {gender === 'Couple' && (
        <Consent box={consent} consentAt={consentAt} error={consentError} onChange={onChange} />
      )}
    </fieldset>
  );
}

interface ConsentProps extends Pick<PerformerChoiceProps, 'consentAt' | 'error' | 'onChange'> {
  box?: RefObject<HTMLLabelElement | null>;
}

/** Everyone who can be heard agreed; the problem is shown next to the box. */
function Consent({ box, consentAt, error, onChange }: ConsentProps) {
  return (
    <>
      <label ref={box} className={styles.consent} data-missing={error !== undefined}>
        <input
          type="checkbox"
          name="consent"
          aria-invalid={error !== undefined}
          aria-describedby={error ? 'consent-error' : undefined}
          checked={consentAt !== null}
          onChange={(event) =>
            onChange({ consentAt: event.currentTarget.checked ? new Date().toISOString() : null })
          }
        />
        <span>{studioMessages.studio.consent}</span>
      </label>
      {error && (
        <p id="consent-error" className={styles.error} role="alert">
          {error}
        </p>
      )}
    </>
  );
}

/** The details that the recording keeps, and what happens until a moderator approves the new sound. */
function Replaced({ replaced, disabled }: { replaced: ReplacedRecording; disabled: boolean }) {
  const stop = useSetAtom(stopReplacingAtom);
  const restore = useSetAtom(restoreFormAtom);
  return (
    <section className={styles.replaced} aria-label={replaceMessages.kept}>
      <h2>{replaced.title || messages.card.untitled}</h2>
      {replaced.description !== '' && <p className={styles.quiet}>{replaced.description}</p>}
      <p>{replaceMessages.until}</p>
      <p>{replaceMessages.stays}</p>
      <Button
        kind="bare"
        disabled={disabled}
        onClick={() => {
          stop();
          void restore();
        }}
      >
        {replaceMessages.publishAsNew}
      </Button>
    </section>
  );
}

interface ShareFormProps {
  onTrim: () => void;
  onOutcome: (outcome: ShareOutcome) => void;
}

export function ShareForm({ onTrim, onOutcome }: ShareFormProps) {
  const outcome = useShareForm();
  useRefusedField();
  const replaced = useAtomValue(replacedAtom);
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
      <h1>{replaced ? replaceMessages.title : shareMessages.share.title}</h1>
      {automatic && !replaced && <Notice kind="good">{shareMessages.share.autoApproval}</Notice>}
      {replaced && <Replaced replaced={replaced} disabled={busy} />}
      <FileChip disabled={busy} onTrim={onTrim} />
      <PublishedElsewhere />
      {replaced && form.gender === 'Couple' && (
        <Consent consentAt={form.consentAt} error={errors.consentAt} onChange={change} />
      )}
      {!replaced && (
        <>
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
        </>
      )}
      <Receipt />
      {!replaced && <FlagsAhead />}
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
