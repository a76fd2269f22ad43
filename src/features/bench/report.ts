// The report file of a run, described by `public/bench-report-1.schema.json`. It contains no personal data: no account, no
// address, no time zone, and a device name only if the person enters one.
import type { EngineFeatures } from './features.ts';
import type { Figure, MeasuredRow } from './measure.ts';
import type { Scaling } from './scaling.ts';

/** As in `package.json`. */
export const APP_VERSION = '0.1.0';
const SCHEMA_VERSION = 1;
export const SCHEMA_PATH = '/bench-report-1.schema.json';

export type Depth = 'quick' | 'full';

export interface BenchReport {
  $schema: string;
  kind: 'aural-bench';
  schemaVersion: number;
  /** UTC. */
  at: string;
  appVersion: string;
  engineBuild: string;
  device: EngineFeatures & {
    name: string | null;
    userAgent: string;
    cores: number;
    memoryGb: number | null;
    clockStepMs: number;
  };
  settings: { depth: Depth; soundSeconds: number; rounds: number };
  tookSeconds: number;
  /** True if the page was in the background: figures may be too low. */
  wasHidden: boolean;
  rows: MeasuredRow[];
  scaling: Scaling;
}

export type Findings = Omit<BenchReport, '$schema' | 'kind' | 'schemaVersion' | 'appVersion'>;

export const reportOf = (findings: Findings): BenchReport => ({
  $schema: new URL(SCHEMA_PATH, location.origin).href,
  kind: 'aural-bench',
  schemaVersion: SCHEMA_VERSION,
  appVersion: APP_VERSION,
  ...findings,
});

/** Accepts a stored report of this schema version. */
export const isReport = (value: unknown): value is BenchReport =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'aural-bench' &&
  'schemaVersion' in value &&
  value.schemaVersion === SCHEMA_VERSION &&
  'rows' in value &&
  Array.isArray(value.rows) &&
  'scaling' in value;

/** The report file with the entered device name. */
export function reportFile(report: BenchReport, name: string): File {
  const named = { ...report, device: { ...report.device, name: name.trim() || null } };
  const stamp = report.at.slice(0, 19).replace(/[:T]/g, '-');
  return new File([`${JSON.stringify(named, null, 2)}\n`], `aural-bench-${stamp}.json`, {
    type: 'application/json',
  });
}

/** Smallest reported change. */
const MIN_CHANGE = 0.03;

/** Relative change, −0.1 is 10 % slower. Null without a comparison, or within the spread of both runs. */
export function changeOf(now: Figure | null, before: Figure | null | undefined): number | null {
  if (!now || !before || before.median === 0) return null;
  const change = now.median / before.median - 1;
  return Math.abs(change) > Math.max(MIN_CHANGE, now.spread + before.spread) ? change : null;
}
