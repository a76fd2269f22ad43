// Formats figures, names and units of the benchmark.
import { benchMessages as words } from '../../lib/messages/bench.ts';
import { fill } from '../../lib/messages.ts';
import type { Unit } from './row.ts';
import type { Step } from './run.ts';

const number = (digits: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const WHOLE = number(0);
const TENTHS = number(1);
const HUNDREDTHS = number(2);

/** Three significant digits: `4.36`, `43.6`, `436`, `4,360`. */
export function formatRate(value: number): string {
  if (value >= 100) return WHOLE.format(value);
  return value >= 10 ? TENTHS.format(value) : HUNDREDTHS.format(value);
}

export const percentOf = (part: number) => Math.round(Math.abs(part) * 100);

type RowId = keyof typeof words.rows;
export function nameOf(id: string): readonly [name: string, about: string] {
  return id in words.rows ? words.rows[id as RowId] : [id, ''];
}

export function stepName(step: Step): string {
  if (step === 'samples') return words.doing.samples;
  if (step === 'scaling') return words.doing.scaling;
  return fill(words.doing.row, { name: nameOf(step)[0] });
}

export const unitName = (unit: Unit) => words.units[unit];

export function peerName(id: string): string {
  if (id.startsWith('decode-')) return words.peers.decode;
  if (id === 'peaks') return words.peers.peaks;
  return id === 'spectrum' ? words.peers.spectrum : words.peers.hash;
}
