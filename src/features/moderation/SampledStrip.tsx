// Where a recording is worth hearing: a heat strip that seeks, the five samples the server chose with their reasons, and
// marks of reports. A help for looking through a queue; it says itself that it is only a sample.
import { type CSSProperties, useCallback } from 'react';
import type { UploadPreview } from '../../../api/contract/uploads.ts';
import { speakDuration } from '../../lib/format.ts';
import { samplingMessages } from '../../lib/messages/sampling.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Canvas } from '../../ui/Canvas.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { drawHeat } from './drawHeat.ts';
import styles from './SampledStrip.module.css';
import { SampleReasons } from './SampleReasons.tsx';

export interface SampledStripProps {
  preview: UploadPreview;
  /** Length of the recording. */
  seconds: number;
  /** What is heard now, in seconds. */
  position: number;
  /** Seconds that reports name. */
  marks: readonly number[];
  onSeek: (seconds: number) => void;
  /** Asks for the samples, one after the other. */
  onPlaySpans: () => void;
}

/** A keyboard step is a sample's length, or a hundredth of a long recording. */
const stepOf = (seconds: number) => Math.max(2, Math.round(seconds / 100));

/** Seconds of the samples that lie before `position`. */
const heardOf = ({ spans }: UploadPreview, position: number): number =>
  spans.reduce((sum, { start, seconds }) => sum + Math.min(seconds, Math.max(0, position - start)), 0);

/** CSS pixels of a number in the strip. */
const LABEL_PX = 20;

/** Left edge of a number: above its sample, or moved along by the numbers it would cover. */
function besideOthers(starts: readonly number[], index: number): string {
  const after = starts
    .slice(0, index + 1)
    .map((start, other) => `${start} * (100% - ${LABEL_PX}px) + ${(index - other) * LABEL_PX}px`);
  return `min(100% - ${(starts.length - index) * LABEL_PX}px, max(${after.join(', ')}))`;
}

export function SampledStrip({ preview, seconds, position, marks, onSeek, onPlaySpans }: SampledStripProps) {
  const { spans, heat } = preview;
  const total = spans.reduce((sum, span) => sum + span.seconds, 0);
  const current = spans.findIndex(
    ({ start, seconds: length }) => position >= start && position < start + length,
  );
  const share = (at: number) => (seconds > 0 ? Math.min(1, Math.max(0, at / seconds)) : 0);
  const starts = spans.map(({ start }) => share(start));
  const place = (at: number) => ({ '--at': share(at) }) as CSSProperties;
  const draw = useCallback(
    (context: CanvasRenderingContext2D, width: number, height: number) =>
      drawHeat(context, width, height, heat),
    [heat],
  );
  const isWhole = spans.length === 1;
  return (
    <section className={styles.strip} aria-label={samplingMessages.title}>
      <div className={styles.track}>
        <Canvas draw={draw} className={styles.heat} aria-hidden="true" />
        {spans.map((span, index) => (
          <span
            key={span.start}
            className={index === current ? styles.current : undefined}
            aria-hidden="true"
          >
            {!isWhole && (
              <span
                className={styles.sample}
                style={{ ...place(span.start), '--length': share(span.seconds) } as CSSProperties}
              />
            )}
            <span className={styles.label} style={{ left: besideOthers(starts, index) }}>
              {index + 1}
            </span>
          </span>
        ))}
        {marks.map((mark) => (
          <span key={mark} className={styles.mark} style={place(mark)} aria-hidden="true" />
        ))}
        <span className={styles.cursor} style={place(position)} aria-hidden="true" />
        <input
          type="range"
          className={styles.seek}
          aria-label={samplingMessages.seek}
          aria-valuetext={fill(samplingMessages.position, {
            at: speakDuration(position),
            of: speakDuration(seconds),
          })}
          min={0}
          max={seconds}
          step={stepOf(seconds)}
          value={position}
          onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
        />
      </div>
      <div className={styles.play}>
        <Button kind="quiet" icon={<Icon name="play" size={18} />} onClick={onPlaySpans}>
          {isWhole
            ? fill(samplingMessages.playWhole, { n: Math.max(1, Math.round(total)) })
            : fill(samplingMessages.play, { n: Math.round(total) })}
        </Button>
        <progress
          className={styles.progress}
          aria-label={samplingMessages.progress}
          max={total}
          value={current < 0 ? 0 : heardOf(preview, position)}
        />
      </div>
      <SampleReasons spans={spans} current={current} marks={marks} onSeek={onSeek} />
      {!isWhole && <p className={styles.note}>{samplingMessages.onlySample}</p>}
    </section>
  );
}
