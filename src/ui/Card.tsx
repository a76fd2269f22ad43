// A plain surface for forms, states and messages.
import type { ReactNode } from 'react';
import { type FailureCode, failureText } from '../lib/messages.ts';
import styles from './Card.module.css';
import { type EmptyKind, EmptyRing } from './EmptyRing.tsx';

export interface CardProps {
  children: ReactNode;
  className?: string;
}

export function Card({ children, className }: CardProps) {
  return <div className={[styles.card, className].filter(Boolean).join(' ')}>{children}</div>;
}

export interface StateCardProps {
  title: string;
  kind?: EmptyKind;
  /** Of a failed load: chooses the picture, and the sentence if there is no `text`. */
  code?: FailureCode;
  /** 1 where it is the page's only heading. */
  level?: 1 | 2;
  text?: string;
  lang?: string;
  textLang?: string;
  children?: ReactNode;
}

/** The empty, missing or failed state of a screen: a title, a sentence, an action. */
export function StateCard({
  title,
  code,
  kind = code === undefined ? 'empty' : code === 'offline' ? 'offline' : 'error',
  level = 2,
  text = code && failureText(code),
  lang,
  textLang,
  children,
}: StateCardProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles.state}>
      <span className={styles.picture}>
        <EmptyRing kind={kind} />
      </span>
      <Heading lang={lang} className={styles.title}>
        {title}
      </Heading>
      {text !== undefined && (
        <p lang={textLang ?? lang} className={styles.text}>
          {text}
        </p>
      )}
      {children}
    </div>
  );
}
