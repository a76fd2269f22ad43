// The small player on a card's cover, whose ring fills: time, play/pause, open, close.
import { useAtomValue, useSetAtom } from 'jotai/react';
import type { CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatDuration } from '../../lib/format.ts';
import { fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { durationSecondsAtom, elapsedSecondsAtom, playerStateAtom } from '../../state/player.ts';
import { closePlayerAtom, toggleAtom } from '../../state/playerActions.ts';
import { seekAtom } from '../../state/playerRun.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { SeekKeys } from '../../ui/SeekKeys.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import styles from './CardPlayer.module.css';

export function CardPlayer({ track }: { track: TrackView }) {
  const { phase } = useAtomValue(playerStateAtom);
  const elapsed = useAtomValue(elapsedSecondsAtom);
  const duration = useAtomValue(durationSecondsAtom);
  const toggle = useSetAtom(toggleAtom);
  const close = useSetAtom(closePlayerAtom);
  const seek = useSetAtom(seekAtom);
  const running = phase === 'playing' || phase === 'loading';
  const fraction = duration > 0 ? Math.min(1, elapsed / duration) : 0;
  return (
    <>
      <span className={styles.played} style={{ '--share': fraction } as CSSProperties} />
      <div className={styles.player} data-phase={phase}>
        <span className={styles.time}>
          {formatDuration(elapsed)} / {formatDuration(duration)}
          <SeekKeys
            label={messages.player.position}
            valueText={fill(messages.player.positionValue, {
              elapsed: formatDuration(elapsed),
              total: formatDuration(duration),
            })}
            value={elapsed}
            max={Math.floor(duration)}
            onSeek={seek}
          />
        </span>
        <div className={styles.controls}>
          <IconButton
            label={running ? messages.player.pausePlain : messages.player.playPlain}
            onClick={() => void toggle()}
            className={styles.main}
          >
            {phase === 'loading' ? (
              <Spinner size={20} />
            ) : (
              <Icon name={running ? 'pause' : 'play'} size={22} />
            )}
          </IconButton>
          <Link
            to={paths.player(track.id)}
            className={styles.open}
            aria-label={messages.player.expand}
            title={messages.player.expand}
          >
            <Icon name="up" size={22} />
          </Link>
          <IconButton label={messages.player.close} onClick={close} className={styles.main}>
            <Icon name="close" size={20} />
          </IconButton>
        </div>
      </div>
    </>
  );
}
