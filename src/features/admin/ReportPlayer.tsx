// Plays the recording of a report or of a sealed case: muffled, at full sound only while held, from the reported moment.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReportView } from '../../../api/contract/reports.ts';
import type { MuffledPlayer } from '../../audio/muffled.ts';
import { coverHeights } from '../../lib/cover.ts';
import { formatDuration, speakDuration } from '../../lib/format.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { samplingMessages } from '../../lib/messages/sampling.ts';
import { claimSoundAtom } from '../../state/sound.ts';
import { FullSoundButton } from '../../ui/FullSoundButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Waveform, type WaveformRegion } from '../../ui/Waveform.tsx';
import styles from './dialogs.module.css';
import { adminPortsAtom } from './ports.ts';

const { reports: words } = adminMessages;
/** Step of an arrow key on the waveform. */
const STEP_SECONDS = 5;
const POSITION_READ_MS = 250;

interface ReportPlayerProps {
  recording: Pick<NonNullable<ReportView['recording']>, 'url' | 'duration' | 'cover'>;
  atSeconds: number | null;
}

export function ReportPlayer({ recording: { url, duration, cover }, atSeconds }: ReportPlayerProps) {
  const { openMuffled } = useAtomValue(adminPortsAtom);
  const claim = useSetAtom(claimSoundAtom);
  const player = useRef<MuffledPlayer | null>(null);
  const giveBack = useRef<(() => void) | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [isFull, setFull] = useState(false);
  const [failed, setFailed] = useState(false);
  const [position, setPosition] = useState(atSeconds ?? 0);
  useEffect(() => {
    const opened = openMuffled(url, { onPlaying: setPlaying, onFailed: () => setFailed(true) });
    if (atSeconds !== null) opened.seek(atSeconds);
    player.current = opened;
    return () => {
      opened.close();
      giveBack.current?.();
      giveBack.current = null;
    };
  }, [openMuffled, url, atSeconds]);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => setPosition(player.current?.position() ?? 0), POSITION_READ_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);
  const peaks = useMemo(() => coverHeights(cover), [cover]);
  const regions = useMemo(
    (): WaveformRegion[] =>
      atSeconds === null ? [] : [{ id: 'report', start: atSeconds, seconds: 0, kind: 'report' }],
    [atSeconds],
  );
  const toggle = () => {
    const opened = player.current;
    if (!opened) return;
    if (isPlaying) return opened.pause();
    giveBack.current = claim(() => opened.pause());
    if (giveBack.current === null) return;
    setFailed(false);
    opened.play();
  };
  const openFull = (on: boolean) => {
    setFull(on);
    player.current?.openFull(on);
  };
  return (
    <>
      <div className={styles.player}>
        <IconButton kind="accent" label={isPlaying ? words.pause : words.play} onClick={toggle}>
          <Icon name={isPlaying ? 'pause' : 'play'} />
        </IconButton>
        <span className={styles.time}>
          {formatDuration(position)} / {formatDuration(duration)}
        </span>
        <FullSoundButton label={words.full} isFull={isFull} onChange={openFull} />
      </div>
      <Waveform
        peaks={peaks}
        seconds={duration}
        position={position}
        regions={regions}
        step={STEP_SECONDS}
        label={samplingMessages.seek}
        valueText={samplingMessages.position}
        speak={speakDuration}
        onSeek={(seconds) => {
          player.current?.seek(seconds);
          setPosition(seconds);
        }}
      />
      {failed && (
        <p role="alert" className={styles.failure}>
          {words.playFailed}
        </p>
      )}
    </>
  );
}
