// Two bars of one row: the engine's in accent, the browser's below it.
import type { CSSProperties } from 'react';
import { benchMessages as words } from '../../lib/messages/bench.ts';
import { fill } from '../../lib/messages.ts';
import styles from './bench.module.css';
import type { Figure, MeasuredRow } from './measure.ts';
import { formatRate, peerName, percentOf, unitName } from './words.ts';

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

export function BenchBars({ row }: { row: MeasuredRow }) {
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
