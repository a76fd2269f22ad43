// The recording: silent until played, then muffled, at full sound only while the button or F is held.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useMemo, useState } from 'react';
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import { coverHeights } from '../../lib/cover.ts';
import { formatDuration } from '../../lib/format.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { samplingMessages } from '../../lib/messages/sampling.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { FullSoundButton } from '../../ui/FullSoundButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { Waveform } from '../../ui/Waveform.tsx';
import styles from './Listening.module.css';
import {
  listeningAtom,
  openFullAtom,
  placeAtom,
  playSamplesAtom,
  RATES,
  seekAtom,
  setRateAtom,
  togglePlayAtom,
} from './listening.ts';
import { reportRegions, SampledStrip } from './SampledStrip.tsx';

/** Position of the sound for text and slider: read four times a second while it plays, and after each move. */
const LOOK_MS = 250;

/** Seconds. A new `moved` reads at once. */
function usePosition(read: () => number, isPlaying: boolean, moved: number): number {
  const [position, setPosition] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move triggers a read
  useEffect(() => {
    const look = () => setPosition(read());
    look();
    if (!isPlaying) return;
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [read, isPlaying, moved]);
  return position;
}

const words = moderationMessages.moderation;
/** Seconds of an arrow key on the waveform. */
const STEP_SECONDS = 5;

/** `marks`: reported positions, seconds. */
export function Listening({ row, marks }: { row: PendingUploadView; marks: readonly number[] }) {
  const { playing, failed, full, rate } = useAtomValue(listeningAtom);
  const reader = useAtomValue(placeAtom);
  const toggle = useSetAtom(togglePlayAtom);
  const openFull = useSetAtom(openFullAtom);
  const seekTo = useSetAtom(seekAtom);
  const setRate = useSetAtom(setRateAtom);
  const playSamples = useSetAtom(playSamplesAtom);
  const [moved, setMoved] = useState(0);
  const position = usePosition(reader.position, playing, moved);
  const seek = (seconds: number) => {
    seekTo(seconds);
    setMoved(moved + 1);
  };
  const { preview } = row;
  const peaks = useMemo(() => coverHeights(row.cover), [row.cover]);
  const regions = useMemo(() => reportRegions(marks), [marks]);
  const place = { seconds: row.duration, position, marks, onSeek: seek };
  return (
    <section className={styles.listening}>
      <div className={styles.controls}>
        <IconButton
          kind="accent"
          size={56}
          label={playing ? words.pause : words.play}
          onClick={() => toggle()}
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </IconButton>
        <FullSoundButton
          className={`${styles.full} ${full ? styles.isFull : ''}`}
          label={words.full}
          isFull={full}
          onChange={openFull}
        />
        <span className={styles.time}>
          {formatDuration(position)} / {formatDuration(row.duration)}
        </span>
      </div>
      {preview ? (
        <SampledStrip
          cover={row.cover}
          preview={preview}
          {...place}
          onPlaySpans={() => {
            playSamples(preview.spans);
            setMoved(moved + 1);
          }}
        />
      ) : (
        <Waveform
          peaks={peaks}
          seconds={row.duration}
          position={position}
          regions={regions}
          step={STEP_SECONDS}
          label={words.position}
          valueText={samplingMessages.position}
          speak={formatDuration}
          onSeek={seek}
        />
      )}
      <Tabs
        kind="filter"
        label={words.speed}
        choices={RATES.map((each) => ({ value: String(each), label: fill(words.speedValue, { n: each }) }))}
        value={String(rate)}
        onChange={(value) => setRate(Number(value))}
      />
      {!preview && marks.length > 0 && (
        <ul className={styles.jumps} aria-label={words.jumps}>
          {[...new Set(marks)].map((at) => (
            <li key={at}>
              <Button onClick={() => seek(at)}>{fill(words.jumpTo, { time: formatDuration(at) })}</Button>
            </li>
          ))}
        </ul>
      )}
      {failed && (
        <p className={styles.failed} role="alert">
          {words.previewFailed}
        </p>
      )}
    </section>
  );
}
