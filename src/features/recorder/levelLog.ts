// Levels of a take as the meter measured them: thumbnail and loudness verdict without decoding.
import { atom } from 'jotai/vanilla';

/** Below this there is no voice, dBFS. */
export const SILENT_DB = -60;
/** A voice whose 75th percentile is below this sounds quiet, dBFS; about −27 LUFS for speech. */
export const QUIET_DB = -32;
/** Share of clipped readings above which a take is too loud. */
const LOUD_SHARE = 0.005;
/** A peak that counts as clipped. */
export const CLIPPED = 0.99;
/** Drawn as zero height, dBFS. */
const FLOOR_DB = -54;

/** As it is drawn, 0 … 1. */
export const levelOf = (rmsDb = SILENT_DB) => Math.min(1, Math.max(0, 1 - rmsDb / FLOOR_DB));

/** `raised`: too loud, while the browser's automatic gain was on. */
export type Loudness = 'silent' | 'quiet' | 'good' | 'loud' | 'raised';

export interface LevelLog {
  append(peak: number, rmsDb: number, isRaised?: boolean): void;
  clear(): void;
  /** Mean level of `count` equal parts, 0 … 1; zeros before anything was heard. */
  columns(count: number): Float32Array;
  /** Loudest levels of the last `count` spans of `each` readings, 0 … 1, newest last; zeros before the first. */
  recent(count: number, each: number): Float32Array;
  /** Null without readings, for example without a meter. */
  verdict(): Loudness | null;
}

function createLevelLog(): LevelLog {
  let levels: number[] = [];
  let clipped = 0;
  let raised = 0;
  return {
    append(peak, rmsDb, isRaised = false) {
      levels.push(rmsDb);
      if (peak < CLIPPED) return;
      clipped += 1;
      if (isRaised) raised += 1;
    },
    clear() {
      levels = [];
      clipped = 0;
      raised = 0;
    },
    columns(count) {
      const target = new Float32Array(count);
      for (let column = 0; column < count && levels.length > 0; column++) {
        const from = Math.floor((column / count) * levels.length);
        const to = Math.max(from + 1, Math.floor(((column + 1) / count) * levels.length));
        let sum = 0;
        for (let i = from; i < to; i++) sum += levelOf(levels[i]);
        target[column] = sum / (to - from);
      }
      return target;
    },
    recent(count, each) {
      const target = new Float32Array(count);
      // Whole spans only: a drawn one never changes.
      const first = Math.floor(levels.length / each) - count;
      for (let span = Math.max(0, -first); span < count; span++) {
        const from = (first + span) * each;
        target[span] = levelOf(Math.max(...levels.slice(from, from + each)));
      }
      return target;
    },
    verdict() {
      if (levels.length === 0) return null;
      const voiced = levels.filter((level) => level > SILENT_DB).sort((a, b) => a - b);
      if (voiced.length === 0) return 'silent';
      if (clipped / levels.length > LOUD_SHARE) return raised * 2 > clipped ? 'raised' : 'loud';
      return (voiced[Math.floor(voiced.length * 0.75)] ?? SILENT_DB) < QUIET_DB ? 'quiet' : 'good';
    },
  };
}

/** Levels of the running take, or of the last one until the next starts. Reading it never re-renders. */
export const levelLogAtom = atom(createLevelLog());
