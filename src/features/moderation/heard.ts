// The played parts of each recording, by this moderator in this visit. Sent with the decision for the audit log.
import { atom } from 'jotai/vanilla';
import { AUDIO_MAX_SECONDS } from '../../../api/contract/limits.ts';
import type { HeardOfRecording } from '../../../api/contract/review.ts';

/** From … to, in seconds of the recording. */
export type Part = readonly [number, number];

interface Heard {
  parts: readonly Part[];
  /** Played more than the samples. */
  beyondSamples: boolean;
}

const playingAtom = atom<ReadonlyMap<string, Heard>>(new Map());

/** Merges parts that overlap or touch. */
function withPart(parts: readonly Part[], added: Part): readonly Part[] {
  const isApart = ([from, to]: Part) => to < added[0] || from > added[1];
  const together = [added, ...parts.filter((part) => !isApart(part))];
  const from = Math.min(...together.map((part) => part[0]));
  const to = Math.max(...together.map((part) => part[1]));
  return [...parts.filter(isApart), [from, to]];
}

/** Adds a part; a repeated one changes nothing. */
export const noteHeardAtom = atom(
  null,
  (get, set, uploadId: string, parts: readonly Part[], beyondSamples: boolean) => {
    const known = get(playingAtom).get(uploadId);
    const all = parts.reduce(withPart, known?.parts ?? []);
    if (all.length === 0) return;
    const heard = { parts: all, beyondSamples: beyondSamples || known?.beyondSamples === true };
    set(playingAtom, new Map([...get(playingAtom), [uploadId, heard]]));
  },
);

/** By upload, to a tenth of a second: no part counts twice. */
export const heardOfAtom = atom((get) => {
  const all = get(playingAtom);
  return (uploadId: string): HeardOfRecording => {
    const heard = all.get(uploadId);
    const sum = heard?.parts.reduce((seconds, [from, to]) => seconds + to - from, 0) ?? 0;
    const seconds = Math.min(Math.round(sum * 10) / 10, AUDIO_MAX_SECONDS);
    if (!heard || seconds === 0) return { way: 'nothing', seconds: 0 };
    return { way: heard.beyondSamples ? 'listened' : 'sampled', seconds };
  };
});
