// On the old phone: a phrase and QR code, valid once and for minutes. Leaving the page cancels them.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useState } from 'react';
import type { MoveView } from '../../../api/contract/sessions.ts';
import { deviceMessages } from '../../lib/messages/devices.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { shownMoveAtom, startMoveAtom, stopMoveAtom } from './atoms.ts';
import styles from './devices.module.css';

const { show: words } = deviceMessages;

export interface ShowMoveProps {
  /** Absolute address of the page that takes the phrase. */
  address: string;
}

export function ShowMove({ address }: ShowMoveProps) {
  const state = useAtomValue(shownMoveAtom);
  const start = useSetAtom(startMoveAtom);
  const stop = useSetAtom(stopMoveAtom);
  useEffect(() => () => stop(), [stop]);
  return (
    <section className={styles.group} aria-labelledby="move">
      <h2 id="move" className={styles.subtitle}>
        {words.title}
      </h2>
      <p className={styles.quiet}>{words.text}</p>
      {state.phase === 'failed' && <Notice kind="bad">{failureText(state.code)}</Notice>}
      {state.phase === 'done' && <Notice kind="good">{words.done}</Notice>}
      {state.phase === 'over' && <Notice kind="info">{words.over}</Notice>}
      {state.phase === 'shown' ? (
        <Shown move={state.move} address={address} onStop={() => stop()} />
      ) : (
        <Button
          needsServer
          kind={state.phase === 'done' ? 'quiet' : 'primary'}
          busy={state.phase === 'making'}
          onClick={() => void start()}
        >
          {state.phase === 'over' || state.phase === 'done' ? words.renew : words.start}
        </Button>
      )}
    </section>
  );
}

function Shown({ move, address, onStop }: { move: MoveView; address: string; onStop: () => void }) {
  const { phrase } = move;
  const link = `${address}#${phrase.replaceAll(' ', '-')}`;
  const minutes = useMinutesUntil(move.expiresAt);
  return (
    <div className={styles.move}>
      <div className={styles.qr}>
        <QrCode text={link} label={words.qr} />
      </div>
      <div className={styles.words}>
        <p>{fill(words.scan, { address: address.replace(/^https?:\/\//, '') })}</p>
        <ol className={styles.phrase} data-phrase={phrase}>
          {phrase.split(' ').map((word, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word may occur twice, and the order is fixed
            <li key={at}>{word}</li>
          ))}
        </ol>
        <p role="timer" className={styles.quiet}>
          {fill(minutes === 1 ? words.left.one : words.left.many, { n: minutes })}
        </p>
        <p className={styles.careful}>{words.careful}</p>
        <Button onClick={onStop}>{words.stop}</Button>
      </div>
    </div>
  );
}

/** Whole minutes left, at least one. */
function useMinutesUntil(iso: string): number {
  const left = () => Math.max(1, Math.ceil((Date.parse(iso) - Date.now()) / 60_000));
  const [minutes, setMinutes] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` depends only on the time
  useEffect(() => {
    setMinutes(left());
    const timer = setInterval(() => setMinutes(left()), 5000);
    return () => clearInterval(timer);
  }, [iso]);
  return minutes;
}
