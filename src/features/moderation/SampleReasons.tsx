// Below the strip: each sample with the reason for it, each mark of a report; pressed, it is heard from there.
import type { UploadPreview } from '../../../api/contract/uploads.ts';
import { formatDuration } from '../../lib/format.ts';
import { samplingMessages } from '../../lib/messages/sampling.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './SampledStrip.module.css';

interface SampleReasonsProps {
  spans: UploadPreview['spans'];
  /** Index of the sample that is heard; −1 between them. */
  current: number;
  /** Seconds that reports name. */
  marks: readonly number[];
  onSeek: (seconds: number) => void;
}

export function SampleReasons({ spans, current, marks, onSeek }: SampleReasonsProps) {
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
