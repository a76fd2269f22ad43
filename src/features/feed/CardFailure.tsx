// A card whose recording does not sound: why, another try, the next one, and the way back to the picture.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { failureText, fill, languageOf, messages } from '../../lib/messages.ts';
import { type PlayerFailure, playlistAtom } from '../../state/player.ts';
import { resumeAtom, stepTrackAtom } from '../../state/playerActions.ts';
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
  const step = useSetAtom(stepTrackAtom);
  const leave = useSetAtom(leaveFailedAtom);
  const hasNext = useAtomValue(playlistAtom).length > 1;
  const template = failureText(code);
  return (
    <div className={styles.failure}>
      <p role="alert" className={styles.text} lang={languageOf(template)}>
        {fill(template, { title })}
      </p>
      <div className={styles.actions}>
        <IconButton kind="glass" label={messages.shell.retry} onClick={() => void retry()}>
          <Icon name="undo" size={20} />
        </IconButton>
        {hasNext && (
          <IconButton label={messages.player.next} onClick={() => void step(1)}>
            <Icon name="next" size={20} />
          </IconButton>
        )}
        <IconButton label={messages.player.close} onClick={() => void leave(trackId)}>
          <Icon name="close" size={20} />
        </IconButton>
      </div>
    </div>
  );
}
