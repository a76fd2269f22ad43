// A card whose recording does not sound: why, another try, and the way back to the picture.
import { useSetAtom } from 'jotai/react';
import { failureText, fill, languageOf, messages } from '../../lib/messages.ts';
import type { PlayerFailure } from '../../state/player.ts';
import { resumeAtom } from '../../state/playerActions.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './CardFailure.module.css';
import { leaveFailedAtom } from './deleteTrack.ts';

export interface CardFailureProps {
  trackId: string;
  code: PlayerFailure;
  title: string;
}

export function CardFailure({ trackId, code, title }: CardFailureProps) {
  const retry = useSetAtom(resumeAtom);
  const leave = useSetAtom(leaveFailedAtom);
  const unavailable = messages.audioErrors.unavailable;
  const isUnplayable = code === 'audio_unplayable';
  const text = isUnplayable ? fill(unavailable, { title }) : failureText(code);
  return (
    <div className={styles.failure}>
      <p role="alert" className={styles.text} lang={languageOf(isUnplayable ? unavailable : text)}>
        {text}
      </p>
      <div className={styles.actions}>
        <IconButton kind="glass" label={messages.shell.retry} onClick={() => void retry()}>
          <Icon name="undo" size={20} />
        </IconButton>
        <IconButton label={messages.player.close} onClick={() => void leave(trackId)}>
          <Icon name="close" size={20} />
        </IconButton>
      </div>
    </div>
  );
}
