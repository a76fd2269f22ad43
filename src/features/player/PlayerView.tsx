// The full player of a loaded track.
import { useAtomValue, useSetAtom } from 'jotai/react';
import type { ReactNode } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { playerMessages } from '../../lib/messages/player.ts';
import { failureText, fill, languageOf, messages } from '../../lib/messages.ts';
import { playerStateAtom, playlistAtom } from '../../state/player.ts';
import { resumeAtom, stepTrackAtom } from '../../state/playerActions.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './PlayerView.module.css';
import type { RingMoment } from './RingMoments.tsx';
import { TrackDetails } from './TrackDetails.tsx';
import { Transport } from './Transport.tsx';
import { Visualizer } from './Visualizer.tsx';

export interface PlayerViewProps {
  track: TrackView;
  follow?: ReactNode;
  hide?: ReactNode;
  /** As in `TrackDetails`. */
  own?: ReactNode;
  comments: ReactNode;
  /** As in `RingMoments`. */
  moments: readonly RingMoment[];
  /** As in `ShareButton`. */
  path?: string;
}

export function PlayerView({ track, follow, hide, own, comments, moments, path }: PlayerViewProps) {
  return (
    <div className={styles.player}>
      <div className={styles.stage}>
        <Visualizer track={track} moments={moments} />
        <Transport />
      </div>
      <div className={styles.words}>
        <Failure title={track.title} />
        <TrackDetails track={track} follow={follow} hide={hide} own={own} path={path} />
        {comments}
      </div>
    </div>
  );
}

function Failure({ title }: { title: string }) {
  const state = useAtomValue(playerStateAtom);
  const playlist = useAtomValue(playlistAtom);
  const resume = useSetAtom(resumeAtom);
  const step = useSetAtom(stepTrackAtom);
  if (state.phase !== 'failed') return null;
  const template = failureText(state.code);
  return (
    <Notice
      kind="bad"
      action={
        <span className={styles.ways}>
          <Button kind="bare" onClick={() => void resume()}>
            {messages.shell.retry}
          </Button>
          {playlist.length > 1 && (
            <Button kind="bare" onClick={() => void step(1)}>
              {playerMessages.next}
            </Button>
          )}
        </span>
      }
    >
      <span lang={languageOf(template)}>{fill(template, { title })}</span>
    </Notice>
  );
}
