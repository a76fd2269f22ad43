// Speed by number of workers, and memory use.
import type { CSSProperties } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { benchMessages as words } from '../../lib/messages/bench.ts';
import { fill } from '../../lib/messages.ts';
import styles from './bench.module.css';
import { formatRate, nameOf } from './figureText.ts';
import type { BenchReport } from './report.ts';

const RATE = 48_000;
const FLOAT_BYTES = 4;
const HOUR = 3_600;

export function BenchScaling({ scaling }: Pick<BenchReport, 'scaling'>) {
  const one = scaling.steps[0]?.figure.median ?? 1;
  const most = Math.max(...scaling.steps.map(({ figure }) => figure.median));
  return (
    <section className={styles.group}>
      <h2>{words.scaling}</h2>
      <p className={styles.quiet}>
        {scaling.isSame ? fill(words.scalingText, { minutes: scaling.minutes }) : words.scalingWrong}
      </p>
      <div className={styles.bars}>
        {scaling.steps.map(({ workers, figure }) => (
          <div key={workers} className={styles.bar} data-kind="engine" data-workers={workers}>
            <span className={styles.who}>
              {workers === 1 ? words.workers.one : fill(words.workers.many, { count: workers })}
            </span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.fill} style={{ '--length': figure.median / most } as CSSProperties} />
            </span>
            <span className={styles.value}>
              <b>{formatRate(figure.median)}</b> <span className={styles.unit}>{words.units.realtime}</span>
              <small>{fill(words.gain, { gain: formatRate(figure.median / one) })}</small>
            </span>
          </div>
        ))}
      </div>
    </section>
  );
}

/** Peak engine memory next to the size of an AudioBuffer. */
export function BenchMemory({ report }: { report: BenchReport }) {
  const { rows, settings } = report;
  const measured = ['encode-mp3', 'peaks', 'cut-wav', 'analyse', 'loudness'].flatMap((id) => {
    const bytes = rows.find((row) => row.id === id)?.engineBytes;
    return bytes ? [{ name: nameOf(id)[0], bytes, kind: 'engine' }] : [];
  });
  const buffers = [
    { name: fill(words.bufferRow, { seconds: settings.soundSeconds }), seconds: settings.soundSeconds },
    { name: words.hourRow, seconds: HOUR },
  ].map(({ name, seconds }) => ({ name, bytes: seconds * RATE * FLOAT_BYTES, kind: 'browser' }));
  const all = [...measured, ...buffers];
  const most = Math.max(...all.map(({ bytes }) => bytes));
  return (
    <section className={styles.group}>
      <h2>{words.memoryTitle}</h2>
      <p className={styles.quiet}>{words.memoryText}</p>
      <div className={styles.bars}>
        {all.map(({ name, bytes, kind }) => (
          <div key={name} className={styles.bar} data-kind={kind}>
            <span className={styles.who}>{name}</span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.fill} style={{ '--length': bytes / most } as CSSProperties} />
            </span>
            <span className={styles.value}>
              <b>{formatBytes(bytes)}</b>
            </span>
          </div>
        ))}
      </div>
    </section>
  );
}
