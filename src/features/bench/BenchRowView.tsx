// A row of the chart: what was done, how fast, beside whom, and how it stands to the run before.
import { formatBytes } from '../../lib/format.ts';
import { benchMessages as words } from '../../lib/messages/bench.ts';
import { fill } from '../../lib/messages.ts';
import { BenchBars } from './BenchBars.tsx';
import styles from './bench.module.css';
import type { MeasuredRow } from './measure.ts';
import { changeOf } from './report.ts';
import { formatRate, nameOf, peerName, percentOf } from './words.ts';

export interface BenchRowViewProps {
  row: MeasuredRow;
  before: MeasuredRow | undefined;
}

export function BenchRowView({ row, before }: BenchRowViewProps) {
  const [name, about] = nameOf(row.id);
  const change = changeOf(row.engine, before?.engine);
  return (
    <li className={styles.row} data-row={row.id}>
      <div className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        <span className={styles.about}>{about}</span>
        {row.ratio !== null && (
          <span className={styles.ratio} data-ahead={row.ratio >= 1}>
            {fill(words.ratio, { ratio: formatRate(row.ratio) })}
          </span>
        )}
        {change !== null && (
          <span className={styles.change} data-faster={change > 0}>
            {fill(change > 0 ? words.faster : words.slower, { percent: percentOf(change) })}
          </span>
        )}
      </div>
      <BenchBars row={row} />
      <RowDetails row={row} />
    </li>
  );
}

function RowDetails({ row }: { row: MeasuredRow }) {
  const { check, engine, browser, engineBytes } = row;
  if (check === null) return null;
  const list = (runs: readonly number[]) => runs.map(formatRate).join(' · ');
  return (
    <details className={styles.details}>
      <summary>
        {words.details}
        {row.noBrowser !== null && row.noBrowser !== 'live' && (
          <span className={styles.alone}>{words.noPeer[row.noBrowser]}</span>
        )}
      </summary>
      <dl>
        <div>
          <dt>{words.checks[check.what]}</dt>
          <dd>
            {fill(words.wanted, { wanted: check.wanted })}, {fill(words.found, { found: check.engine })}
          </dd>
        </div>
        {check.isBrowserRight === false && (
          <div>
            <dt>{peerName(row.id)}</dt>
            <dd>{fill(words.browserDiffers, { found: check.browser ?? '', wanted: check.wanted })}</dd>
          </div>
        )}
        {engine !== null && (
          <div>
            <dt>
              {words.runs}, {words.peers.engine}
            </dt>
            <dd>{list(engine.runs)}</dd>
          </div>
        )}
        {browser !== null && (
          <div>
            <dt>
              {words.runs}, {peerName(row.id)}
            </dt>
            <dd>{list(browser.runs)}</dd>
          </div>
        )}
        {engineBytes !== null && row.unit !== 'spectra' && (
          <div>
            <dt>{words.memory}</dt>
            <dd>{formatBytes(engineBytes)}</dd>
          </div>
        )}
      </dl>
    </details>
  );
}
