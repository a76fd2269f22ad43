// Accounts the user muted or blocked, with a button to undo.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { HiddenPersonView } from '../../../api/contract/blocks.ts';
import { blockMessages } from '../../lib/messages/blocks.ts';
import { failureText, fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { relativeTime } from '../../lib/time.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import { PersonOrb } from '../../ui/PersonOrb.tsx';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import { hiddenPeopleAtom, hidePersonAtom, retryHiddenPeopleAtom } from './atoms.ts';
import styles from './blocks.module.css';

const words = blockMessages.list;

export function HiddenList() {
  const people = useAtomValue(hiddenPeopleAtom);
  const retry = useSetAtom(retryHiddenPeopleAtom);
  const hide = useSetAtom(hidePersonAtom);
  const [busy, setBusy] = useState<string | null>(null);
  const [said, setSaid] = useState<{ kind: 'good' | 'bad'; text: string } | null>(null);
  const show = async ({ id, username: name }: HiddenPersonView) => {
    setBusy(id);
    const code = await hide(id, null);
    setBusy(null);
    setSaid(
      code === null
        ? { kind: 'good', text: fill(words.shown, { name }) }
        : { kind: 'bad', text: fill(blockMessages.failed, { reason: failureText(code) }) },
    );
  };
  if (people.status === 'loading') return <RingSkeleton height="160px" shape="block" />;
  if (people.status === 'failed') {
    return (
      <Notice
        kind="warn"
        action={
          <Button kind="bare" busy={people.retrying} onClick={() => void retry()}>
            {messages.shell.retry}
          </Button>
        }
      >
        {words.loadFailed}
      </Notice>
    );
  }
  return (
    <>
      <OfflineNote />
      {said && <Notice kind={said.kind}>{said.text}</Notice>}
      {people.rows.length === 0 ? (
        <StateCard title={words.empty} text={words.emptyText}>
          <Link to={paths.home()} className={buttonClass()}>
            {words.emptyWay}
          </Link>
        </StateCard>
      ) : (
        <ul className={styles.list} aria-label={words.title}>
          {people.rows.map((person) => (
            <li key={person.id} className={styles.person}>
              <Link to={paths.profile(person.id)} className={styles.who}>
                <PersonOrb userId={person.id} size={36} />
                <span className={styles.words}>
                  <span className={styles.name}>{person.username}</span>
                  <span className={styles.quiet}>
                    {fill(words.since, {
                      kind: person.kind === 'block' ? words.isBlocked : words.isMuted,
                      time: relativeTime(person.since, Date.now()).toLowerCase(),
                    })}
                  </span>
                </span>
              </Link>
              <Button
                needsServer
                busy={busy === person.id}
                aria-label={fill(person.kind === 'block' ? words.unblockName : words.show, {
                  name: person.username,
                })}
                onClick={() => void show(person)}
              >
                {person.kind === 'block' ? blockMessages.unblock : blockMessages.unmute}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
