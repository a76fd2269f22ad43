// One step of the wizard: progress, question, and the two buttons, below the field and above a keyboard.
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { registrationMessages as words } from '../../lib/messages/registration.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { STEPS } from './registrationRules.ts';
import styles from './wizard.module.css';

/** Navigation of a wizard page. */
export interface StepPageProps {
  onBack: () => void;
  onNext: () => void;
  /** To an earlier step. */
  onGo: (step: number) => void;
}

export function StepProgress({ step }: { step: number }) {
  const text = fill(words.steps, { n: step });
  return (
    <div className={styles.progress}>
      <div
        role="progressbar"
        aria-label={words.title}
        aria-valuemin={0}
        aria-valuemax={STEPS}
        aria-valuenow={step}
        aria-valuetext={text}
      >
        <ProgressRing share={step / STEPS} size={32}>
          <span className={styles.number}>{step}</span>
        </ProgressRing>
      </div>
      <p className={styles.count}>{text}</p>
    </div>
  );
}

export interface StepProps {
  step: number;
  title: string;
  children: ReactNode;
  /** Errors, or something under way: neither button nor Enter proceeds. */
  isBlocked: boolean;
  /** Enter was pressed while blocked. */
  onEager?: () => void;
  busy?: boolean;
  /** Continuing sends to the server. */
  needsServer?: boolean;
  proceed?: string;
  onBack: () => void;
  onProceed: () => void;
  /** A third button, such as skipping an answer. */
  aside?: ReactNode;
}

export function Step(props: StepProps) {
  const {
    step,
    title,
    children,
    isBlocked,
    onEager,
    busy = false,
    needsServer = false,
    proceed = words.next,
    onBack,
    onProceed,
    aside,
  } = props;
  const form = useRef<HTMLFormElement>(null);
  // The first step leaves the keyboard closed until the user taps the field.
  useEffect(() => {
    if (step > 1) form.current?.querySelector<HTMLElement>('input:not([readonly])')?.focus();
  }, [step]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBlocked && !busy) onProceed();
  };
  return (
    <form
      ref={form}
      className={styles.step}
      noValidate
      onSubmit={submit}
      // Enter does not submit a form with a disabled button.
      onKeyDown={({ key, target }) => {
        if (isBlocked && key === 'Enter' && target instanceof HTMLInputElement) onEager?.();
      }}
    >
      <StepProgress step={step} />
      <h1>{title}</h1>
      {children}
      {needsServer && <OfflineNote text={words.offline} />}
      <div className={styles.ways}>
        <Button disabled={busy} onClick={onBack}>
          {words.back}
        </Button>
        <Button kind="primary" type="submit" needsServer={needsServer} busy={busy} disabled={isBlocked}>
          {proceed}
        </Button>
      </div>
      {aside}
    </form>
  );
}
