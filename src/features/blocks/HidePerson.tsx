// Muting or blocking an account: a button with a sheet on a profile and under a recording, choices in a comment's menu.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { BlockKind } from '../../../api/contract/blocks.ts';
import { blockMessages as words } from '../../lib/messages/blocks.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { sessionAtom } from '../../state/session.ts';
import { ActionMenu, useCloseMenu } from '../../ui/ActionMenu.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import { hiddenKindAtom, hidePersonAtom } from './atoms.ts';
import styles from './blocks.module.css';

export interface HidePersonProps {
  userId: string;
  username: string;
  /** With a label where there is space, else three dots. */
  look: 'words' | 'dots';
}

export function HidePerson({ userId, username, look }: HidePersonProps) {
  const session = useAtomValue(sessionAtom);
  if (session.status === 'signedIn' && session.me.id === userId) return null;
  return (
    <ActionMenu
      label={fill(words.more, { name: username })}
      title={fill(words.title, { name: username })}
      opener={
        look === 'words' ? (
          <>
            <Icon name="mute" size={18} />
            {words.moreShort}
          </>
        ) : undefined
      }
    >
      <HideChoices userId={userId} username={username} />
    </ActionMenu>
  );
}

/** In a menu, which closes once the choice is saved. */
export function HideChoices({ userId, username }: Pick<HidePersonProps, 'userId' | 'username'>) {
  const close = useCloseMenu();
  const kind = useAtomValue(hiddenKindAtom)(userId);
  const hide = useSetAtom(hidePersonAtom);
  const [busy, setBusy] = useState<BlockKind | 'show' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (next: BlockKind | null) => {
    if (busy !== null) return;
    setBusy(next ?? 'show');
    const code = await hide(userId, next);
    setBusy(null);
    if (code === null) close();
    else setProblem(fill(words.failed, { reason: failureText(code) }));
  };
  const name = { name: username };
  return (
    <>
      {kind !== 'mute' && kind !== 'block' && (
        <Choice
          text={fill(words.muteText, name)}
          label={words.mute}
          busy={busy === 'mute'}
          onPress={() => void choose('mute')}
        />
      )}
      {kind !== 'block' && (
        <Choice
          text={fill(words.blockText, name)}
          label={words.block}
          busy={busy === 'block'}
          onPress={() => void choose('block')}
        />
      )}
      {kind !== null && (
        <Choice
          text={fill(kind === 'block' ? words.blocked : words.muted, name)}
          label={kind === 'block' ? words.unblock : words.unmute}
          busy={busy === 'show'}
          onPress={() => void choose(null)}
        />
      )}
      <OfflineNote />
      {problem !== null && <Notice kind="bad">{problem}</Notice>}
    </>
  );
}

interface ChoiceProps {
  text: string;
  label: string;
  busy: boolean;
  onPress: () => void;
}

function Choice({ text, label, busy, onPress }: ChoiceProps) {
  return (
    <div className={styles.choice}>
      <p>{text}</p>
      <Button needsServer busy={busy} onClick={onPress}>
        {label}
      </Button>
    </div>
  );
}
