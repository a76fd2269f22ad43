// The room of a moderator who is no admin: the queue, and the way out.
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Queue.module.css';
import { Queue } from './Queue.tsx';

export function ModeratorRoom({ onSignOut }: { onSignOut: () => void }) {
  return (
    <>
      <header className={styles.head}>
        <h1 lang="de">{moderationMessages.admin.queue}</h1>
        <Button kind="bare" onClick={onSignOut}>
          {moderationMessages.moderation.signOut}
        </Button>
      </header>
      <Queue />
    </>
  );
}
