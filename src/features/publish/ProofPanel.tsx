// "What the server has": its hash next to ours, the fields it removed, and a check of the published file on demand.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { publishMessages } from '../../lib/messages/publish.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { metadataNames } from './metadataNames.ts';
import { type CheckState, checkAtom, checkPublishedAtom, forgetCheckAtom, type Proof } from './proof.ts';
import { Row } from './Receipt.tsx';
import styles from './receipt.module.css';

const words = publishMessages.receipt;

export function ProofPanel({ proof }: { proof: Proof }) {
  const check = useSetAtom(checkPublishedAtom);
  const forget = useSetAtom(forgetCheckAtom);
  const state = useAtomValue(checkAtom);
  const abort = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      abort.current?.abort();
      forget();
    },
    [forget],
  );
  const start = () => {
    abort.current = new AbortController();
    void check(proof, abort.current.signal);
  };
  const removed = metadataNames(proof.removed);
  return (
    <details className={styles.receipt}>
      <summary>
        <Icon name="shield" size={18} />
        <span className={styles.grows}>{proof.sent === proof.sha256 ? words.same : words.onServer}</span>
        <span className={styles.open}>{publishMessages.outbox.show}</span>
      </summary>
      <div className={styles.card}>
        <dl className={styles.list}>
          <Row term={words.fingerprint}>
            <span className={styles.hash}>{proof.sha256}</span>
          </Row>
        </dl>
        <p className={styles.quiet}>
          {removed.length > 0
            ? fill(words.serverRemoved, { fields: removed.join(', ') })
            : words.serverRemovedNothing}
        </p>
        <div role="status">
          <Outcome state={state} />
        </div>
        <Button busy={state.phase === 'checking'} onClick={start}>
          {words.check}
        </Button>
      </div>
    </details>
  );
}

function Outcome({ state }: { state: CheckState }) {
  switch (state.phase) {
    case 'idle':
      return null;
    case 'checking':
      return <p className={styles.quiet}>{words.checking}</p>;
    case 'same':
      return (
        <p className={styles.good}>
          <Icon name="check" size={18} />
          {words.checked}
        </p>
      );
    case 'differs':
      return <p>{fill(words.differs, { hash: state.found })}</p>;
    case 'failed':
      return <p>{words.checkFailed}</p>;
  }
}
