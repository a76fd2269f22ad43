// Guide to the parts of a recording worth playing: a heat strip that seeks, the server's five samples with their
// reasons, and positions of reports. It helps to go through a queue, and says that it is only a sample.

import { useCallback, useMemo } from 'react';
import type { UploadPreview } from '../../../api/contract/uploads.ts';
import { coverHeights } from '../../lib/cover.ts';
import { formatDuration, speakDuration } from '../../lib/format.ts';
import { samplingMessages } from '../../lib/messages/sampling.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { Waveform, type WaveformRegion } from '../../ui/Waveform.tsx';
import styles from './SampledStrip.module.css';

interface SampledStripProps {
  /** `PendingUploadView.cover`. */
  cover: string;
  preview: UploadPreview;
  /** Length of the recording. */
  seconds: number;
  /** Current position, in seconds. */
  position: number;
  /** Reported positions, seconds. */
  marks: readonly number[];
  onSeek: (seconds: number) => void;
  /** Plays the samples, one after another. */
  onPlaySpans: () => void;
}

/** A keyboard step is a sample's length, or a hundredth of a long recording. */
const stepOf = (seconds: number) => Math.max(2, Math.round(seconds / 100));

/** Seconds of the samples before `position`. */
const heardOf = ({ spans }: UploadPreview, position: number): number =>
  spans.reduce((sum, { start, seconds }) => sum + Math.min(seconds, Math.max(0, position - start)), 0);

/** CSS pixels of a number in the strip. */
const LABEL_PX = 20;

/** Left edge of a number: above its sample, or shifted past the numbers it would cover. */
function besideOthers(starts: readonly number[], index: number): string {
  const after = starts
    .slice(0, index + 1)
    .map((start, other) => `${start} * (100% - ${LABEL_PX}px) + ${(index - other) * LABEL_PX}px`);
  return `min(100% - ${(starts.length - index) * LABEL_PX}px, max(${after.join(', ')}))`;
}

/** A single span is the whole recording and needs no region. The sample unlike the others may be a second voice. */
const sampleRegions = (spans: UploadPreview['spans']): WaveformRegion[] =>
  spans.length === 1
    ? []
    : spans.map(({ start, seconds, reason }) => ({
        id: `sample-${start}`,
        start,
        seconds,
        kind: reason === 'different' ? 'voice' : 'sample',
      }));

/** Reported positions, seconds. */
export const reportRegions = (marks: readonly number[]): WaveformRegion[] =>
  [...new Set(marks)].map((mark) => ({ id: `report-${mark}`, start: mark, seconds: 0, kind: 'report' }));

/** From a quiet violet to our accent: how much this position is worth playing. */
function heatColour(heat: readonly number[], place: number): string {
  const value = (heat[Math.floor(place * heat.length)] ?? 0) / 255;
  return `hsl(${325 + 50 * value} ${35 + 65 * value}% ${42 + 24 * value}%)`;
}

export function SampledStrip({
  cover,
  preview,
  seconds,
  position,
  marks,
  onSeek,
  onPlaySpans,
}: SampledStripProps) {
  const { spans, heat } = preview;
  const total = spans.reduce((sum, span) => sum + span.seconds, 0);
  const current = spans.findIndex(
    ({ start, seconds: length }) => position >= start && position < start + length,
  );
  const share = (at: number) => (seconds > 0 ? Math.min(1, Math.max(0, at / seconds)) : 0);
  const starts = spans.map(({ start }) => share(start));
  const peaks = useMemo(() => coverHeights(cover), [cover]);
  const colourAt = useCallback((place: number) => heatColour(heat, place), [heat]);
  const regions = useMemo(() => [...sampleRegions(spans), ...reportRegions(marks)], [spans, marks]);
  const isWhole = spans.length === 1;
  return (
    <section className={styles.strip} aria-label={samplingMessages.title}>
      <div>
        <div className={styles.labels} aria-hidden="true">
          {spans.map((span, index) => (
            <span
              key={span.start}
              className={`${styles.label} ${index === current ? styles.current : ''}`}
              style={{ left: besideOthers(starts, index) }}
            >
              {index + 1}
            </span>
          ))}
        </div>
        <Waveform
          peaks={peaks}
          seconds={seconds}
          position={position}
          regions={regions}
          step={stepOf(seconds)}
          colourAt={colourAt}
          label={samplingMessages.seek}
          valueText={samplingMessages.position}
          speak={speakDuration}
          onSeek={onSeek}
        />
      </div>
      <div className={styles.play}>
        <Button kind="quiet" icon={<Icon name="play" size={18} />} onClick={onPlaySpans}>
          {isWhole
            ? fill(samplingMessages.playWhole, { n: Math.max(1, Math.round(total)) })
            : fill(samplingMessages.play, { n: Math.round(total) })}
        </Button>
        <ProgressRing
          size={44}
          label={samplingMessages.progress}
          share={current < 0 ? 0 : heardOf(preview, position) / total}
        >
          <span className={styles.number}>{current < 0 ? '' : current + 1}</span>
        </ProgressRing>
      </div>
      <SampleReasons spans={spans} current={current} marks={marks} onSeek={onSeek} />
      {!isWhole && <p className={styles.note}>{samplingMessages.onlySample}</p>}
    </section>
  );
}

// Below the strip: each sample with its reason, each reported position; a press plays from there.

interface SampleReasonsProps {
  spans: UploadPreview['spans'];
  /** Index of the playing sample; −1 between them. */
  current: number;
  /** Reported positions, seconds. */
  marks: readonly number[];
  onSeek: (seconds: number) => void;
}

function SampleReasons({ spans, current, marks, onSeek }: SampleReasonsProps) {
  const isWhole = spans.length === 1;
  return (
    <ol className={styles.reasons}>
      {spans.map((span, index) => (
        <li key={span.start}>
          <button
            type="button"
            className={styles.reason}
            aria-current={index === current ? 'true' : undefined}
            onClick={() => onSeek(span.start)}
          >
            <span className={styles.number}>{index + 1}</span>
            <span>{isWhole ? samplingMessages.whole : samplingMessages.reasons[span.reason]}</span>
            <span className={styles.time}>{formatDuration(span.start)}</span>
          </button>
        </li>
      ))}
      {marks.map((mark) => (
        <li key={`mark ${mark}`}>
          <button
            type="button"
            className={`${styles.reason} ${styles.reported}`}
            onClick={() => onSeek(mark)}
          >
            <Icon name="flag" size={16} />
            <span>{samplingMessages.reported}</span>
            <span className={styles.time}>{formatDuration(mark)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
