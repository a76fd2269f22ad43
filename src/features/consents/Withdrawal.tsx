// The consent page: the statement, the effect of withdrawing, and one confirmation.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ConsentView } from '../../../api/contract/consents.ts';
import { consentMessages } from '../../lib/messages/consents.ts';
import { failureText, fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { formatDate } from '../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import { loadConsentAtom, type Withdrawal as State, withdrawalAtom, withdrawConsentAtom } from './atoms.ts';
import styles from './consents.module.css';

const { page: words } = consentMessages;

export function Withdrawal({ token }: { token: string }) {
  const state = useAtomValue(withdrawalAtom);
  const load = useSetAtom(loadConsentAtom);
  useEffect(() => void load(token), [load, token]);
  return (
    <div className={styles.page}>
      <ConsentState state={state} token={token} onRetry={() => void load(token)} />
      {state.phase !== 'withdrawn' && <OfflineNote />}
      {state.phase !== 'loading' && (
        <p className={styles.links}>
          <Link to={paths.privacy()}>{words.privacy}</Link>
          <Link to={paths.contact()}>{words.contact}</Link>
        </p>
      )}
    </div>
  );
}

function ConsentState({ state, token, onRetry }: { state: State; token: string; onRetry: () => void }) {
  switch (state.phase) {
    case 'loading':
      return (
        <>
          <h1>{words.title}</h1>
          <RingSkeleton height="240px" shape="block" />
        </>
      );
    case 'unknown':
      return (
        <Announced title={words.unknown}>
          <p>{words.unknownText}</p>
        </Announced>
      );
    case 'unread':
      return (
        <Announced title={words.failed}>
          <Notice kind="bad">{failureText(state.code)}</Notice>
          <Button needsServer onClick={onRetry}>
            {messages.shell.retry}
          </Button>
        </Announced>
      );
    case 'given':
      return <Given consent={state.consent} state={state} token={token} />;
    case 'withdrawn':
      return (
        <Announced title={words.done}>
          <Notice kind="good">
            {fill(words.doneText, { date: formatDate(state.consent.withdrawnAt ?? '') })}
          </Notice>
        </Announced>
      );
  }
}

/** Moves the focus to the heading, so that screen readers announce the new state. */
function Announced({ title, children }: { title: string; children: ReactNode }) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <>
      <h1 ref={head} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </>
  );
}

interface GivenProps {
  consent: ConsentView;
  state: Extract<State, { phase: 'given' }>;
  token: string;
}

function Given({ consent, state, token }: GivenProps) {
  const [asked, setAsked] = useState(false);
  const isGone = consent.title === '';
  return (
    <>
      <h1>{words.title}</h1>
      <section className={styles.card}>
        <h2>{isGone ? words.gone : consent.title}</h2>
        <p>{isGone ? words.goneText : fill(words.given, { date: formatDate(consent.givenAt) })}</p>
      </section>
      {!isGone && (
        <div className={styles.text}>
          <p>{words.what}</p>
          <p>{words.effect}</p>
          <p>{words.copies}</p>
        </div>
      )}
      {asked ? (
        <Question state={state} token={token} onLeave={() => setAsked(false)} />
      ) : (
        <Button wide needsServer onClick={() => setAsked(true)}>
          {words.withdraw}
        </Button>
      )}
    </>
  );
}

/** Neither button is the default. */
function Question({
  state,
  token,
  onLeave,
}: {
  state: GivenProps['state'];
  token: string;
  onLeave: () => void;
}) {
  const withdraw = useSetAtom(withdrawConsentAtom);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className={styles.card} aria-labelledby="sure">
      <h2 id="sure" ref={title} tabIndex={-1}>
        {words.sure}
      </h2>
      <p>{words.sureText}</p>
      {state.failure !== null && <Notice kind="bad">{failureText(state.failure)}</Notice>}
      <Button kind="danger" wide needsServer busy={state.sending} onClick={() => void withdraw(token)}>
        {words.yes}
      </Button>
      <Button wide onClick={onLeave}>
        {words.no}
      </Button>
    </section>
  );
}
