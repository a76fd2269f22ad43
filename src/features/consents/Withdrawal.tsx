// The page behind the link: what was stated, what taking it back does, and one question before it is done.
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
import { Skeleton } from '../../ui/Skeleton.tsx';
import { lookAtConsentAtom, type Withdrawal as State, withdrawalAtom, withdrawConsentAtom } from './atoms.ts';
import styles from './consents.module.css';

const { page: words } = consentMessages;

export function Withdrawal({ token }: { token: string }) {
  const state = useAtomValue(withdrawalAtom);
  const look = useSetAtom(lookAtConsentAtom);
  useEffect(() => void look(token), [look, token]);
  return (
    <div className={styles.page}>
      <Told state={state} token={token} onLook={() => void look(token)} />
      {state.phase !== 'withdrawn' && <OfflineNote />}
      <p className={styles.links}>
        <Link to={paths.privacy()}>{words.privacy}</Link>
        <Link to={paths.contact()}>{words.contact}</Link>
      </p>
    </div>
  );
}

function Told({ state, token, onLook }: { state: State; token: string; onLook: () => void }) {
  switch (state.phase) {
    case 'loading':
      return (
        <>
          <h1>{words.title}</h1>
          <Skeleton height="240px" radius="card" />
        </>
      );
    case 'unknown':
      return (
        <Heard title={words.unknown}>
          <p>{words.unknownText}</p>
        </Heard>
      );
    case 'unread':
      return (
        <Heard title={words.failed}>
          <Notice kind="bad">{failureText(state.code)}</Notice>
          <Button needsServer onClick={onLook}>
            {messages.shell.retry}
          </Button>
        </Heard>
      );
    case 'given':
      return <Given consent={state.consent} state={state} token={token} />;
    case 'withdrawn':
      return (
        <Heard title={words.done}>
          <Notice kind="good">
            {fill(words.doneText, { date: formatDate(state.consent.withdrawnAt ?? '') })}
          </Notice>
        </Heard>
      );
  }
}

/** Said to those who listen, too, when it takes the place of something else. */
function Heard({ title, children }: { title: string; children: ReactNode }) {
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

/** Neither answer is the default. */
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
