// The chart: all rows in groups, each with its bars, details and the change since the previous run.

import type { CSSProperties } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { benchMessages as words } from '../../lib/messages/bench.ts';
import { fill } from '../../lib/messages.ts';
import styles from './bench.module.css';
import { formatRate, nameOf, peerName, percentOf, unitName } from './figureText.ts';
import type { Figure, MeasuredRow } from './measure.ts';
import { changeOf } from './report.ts';
import type { RowGroup } from './row.ts';

const GROUPS = ['write', 'decode', 'read', 'voice', 'guard', 'see'] as const satisfies RowGroup[];

interface BenchChartProps {
  rows: readonly MeasuredRow[];
  /** Rows of the previous run, if comparable. */
  before: readonly MeasuredRow[];
}

export function BenchChart({ rows, before }: BenchChartProps) {
  return (
    <div className={styles.groups}>
      {GROUPS.map((group) => {
        const own = rows.filter((row) => row.group === group);
        return (
          own.length > 0 && (
            <section key={group} className={styles.group}>
              <h2>{words.groups[group]}</h2>
              <ul>
                {own.map((row) => (
                  <BenchRowView key={row.id} row={row} before={before.find(({ id }) => id === row.id)} />
                ))}
              </ul>
            </section>
          )
        );
      })}
    </div>
  );
}

interface BenchRowViewProps {
  row: MeasuredRow;
  before: MeasuredRow | undefined;
}

function BenchRowView({ row, before }: BenchRowViewProps) {
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

/** Real time from 1 × to 100,000 ×. */
const DECADES = 5;

/** 0 … 1. */
function lengthOf({ median }: Figure, { unit, engine, browser }: MeasuredRow): number {
  if (unit === 'realtime') return Math.min(1, Math.max(0.01, Math.log10(Math.max(1, median)) / DECADES));
  return median / Math.max(engine?.median ?? 0, browser?.median ?? 0);
}

interface BarProps {
  row: MeasuredRow;
  figure: Figure;
  name: string;
  kind: 'engine' | 'browser';
}

function Bar({ row, figure, name, kind }: BarProps) {
  const style = { '--length': lengthOf(figure, row) } as CSSProperties;
  return (
    <div className={styles.bar} data-kind={kind}>
      <span className={styles.who}>{name}</span>
      <span className={styles.track} data-unit={row.unit} aria-hidden="true">
        <span className={styles.fill} style={style} />
      </span>
      <span className={styles.value}>
        <b>{formatRate(figure.median)}</b> <span className={styles.unit}>{unitName(row.unit)}</span>
        <small>{fill(words.spread, { percent: percentOf(figure.spread) })}</small>
      </span>
    </div>
  );
}

function BenchBars({ row }: { row: MeasuredRow }) {
  const { engine, browser, noBrowser, check } = row;
  if (check === null) return <p className={styles.quiet}>{words.noSample}</p>;
  if (engine === null) return <p className={styles.wrong}>{words.wrong}</p>;
  return (
    <div className={styles.bars}>
      <Bar row={row} figure={engine} name={words.peers.engine} kind="engine" />
      {browser !== null && <Bar row={row} figure={browser} name={peerName(row.id)} kind="browser" />}
      {noBrowser === 'live' && <p className={styles.quiet}>{words.noPeer[noBrowser]}</p>}
    </div>
  );
}
