// A labelled text field or area: hint, counter and error are linked to it for screen readers.
import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react';
import styles from './Field.module.css';
import { Say } from './Say.tsx';

interface FrameProps {
  label: string;
  /** Message text; marks the field invalid. */
  error?: string | null;
  hint?: string;
  /** `n / max`, shown from three quarters of the limit. */
  count?: { length: number; max: number };
  /** At the end of the field's line. */
  after?: ReactNode;
}

export type FieldProps = FrameProps & InputHTMLAttributes<HTMLInputElement>;
export type TextAreaProps = Omit<FrameProps, 'after'> & TextareaHTMLAttributes<HTMLTextAreaElement>;

export function Field({ label, error, hint, count, after, ...rest }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <Head id={id} label={label} count={count} />
      <div className={styles.line}>
        <input
          {...rest}
          id={id}
          className={styles.input}
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}-note`}
        />
        {after}
      </div>
      <Note id={id} error={error} hint={hint} />
    </div>
  );
}

export function TextArea({ label, error, hint, count, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <Head id={id} label={label} count={count} />
      <textarea
        rows={4}
        {...rest}
        id={id}
        className={styles.input}
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-note`}
      />
      <Note id={id} error={error} hint={hint} />
    </div>
  );
}

function Head({ id, label, count }: { id: string; label: string; count: FrameProps['count'] }) {
  const shown = count !== undefined && count.length > count.max * 0.75;
  return (
    <div className={styles.head}>
      <label htmlFor={id}>{label}</label>
      {shown && (
        <span className={count.length > count.max ? styles.over : styles.count}>
          {count.length} / {count.max}
        </span>
      )}
    </div>
  );
}

function Note({ id, error, hint }: { id: string; error?: string | null; hint?: string }) {
  return (
    <p id={`${id}-note`} className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
      {error ? <Say text={error} /> : hint}
    </p>
  );
}
