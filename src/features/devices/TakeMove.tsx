// On the new phone: the phrase from the old one, typed or scanned. Requires a press: a link must not sign in by itself.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef, useState } from 'react';
import type { GuestRows, MeView } from '../../../api/contract/accounts.ts';
import { MOVE_WORDS } from '../../../api/contract/limits.ts';
import { deviceMessages } from '../../lib/messages/devices.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { resetTakenAtom, takeMoveAtom, takenMoveAtom } from './atoms.ts';
import styles from './devices.module.css';

const { take: words } = deviceMessages;

const wordsIn = (text: string) => text.match(/[A-Za-z]+/g) ?? [];

export interface TakeMoveProps {
  /** The phrase of the code; empty when the page was opened by hand. */
  scanned: string;
  /** Continues. */
  onDone: () => void;
}

export function TakeMove({ scanned, onDone }: TakeMoveProps) {
  const state = useAtomValue(takenMoveAtom);
  const take = useSetAtom(takeMoveAtom);
  const reset = useSetAtom(resetTakenAtom);
  const [text, setText] = useState(wordsIn(scanned).join(' '));
  useEffect(() => () => reset(), [reset]);
  if (state.phase === 'done') return <Done me={state.me} onDone={onDone} />;
  const isWhole = wordsIn(text).length === MOVE_WORDS;
  const send = (guestRows?: GuestRows) => void take(text, guestRows);
  return (
    <form
      className={styles.group}
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) send();
      }}
    >
      <h1>{words.title}</h1>
      <p className={styles.quiet}>{scanned === '' ? words.text : words.fromCode}</p>
      <TextArea
        label={words.label}
        hint={words.hint}
        rows={2}
        value={text}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.currentTarget.value);
          reset();
        }}
      />
      {state.phase === 'failed' && <Notice kind="bad">{failureText(state.code)}</Notice>}
      {state.phase === 'asking' ? (
        <Question onAnswer={send} />
      ) : (
        <SubmitButton busy={state.phase === 'sending'} disabled={!isWhole}>
          {words.take}
        </SubmitButton>
      )}
    </form>
  );
}

/** Neither answer is the default: one ties recordings to an account, the other leaves them behind. */
function Question({ onAnswer }: { onAnswer: (answer: GuestRows) => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className={styles.group} aria-labelledby="guest">
      <h2 id="guest" ref={title} tabIndex={-1} className={styles.subtitle}>
        {words.guestQuestion}
      </h2>
      <p className={styles.quiet}>{words.guestQuestionText}</p>
      <OfflineNote />
      <Button wide needsServer onClick={() => onAnswer('keep')}>
        {words.guestKeep}
      </Button>
      <Button wide needsServer onClick={() => onAnswer('leave')}>
        {words.guestLeave}
      </Button>
    </section>
  );
}

function Done({ me, onDone }: { me: MeView; onDone: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.group}>
      <h1 ref={title} tabIndex={-1}>
        {me.isGuest ? words.doneGuest : fill(words.done, { name: me.username })}
      </h1>
      <Button kind="primary" wide onClick={onDone}>
        {words.toProfile}
      </Button>
    </div>
  );
}
