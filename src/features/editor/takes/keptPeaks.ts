// Keeps the peaks of parts that were read, so that a draft whose parts are added or moved reads only the new ones.
import { atom } from 'jotai/vanilla';
import { dspAtom } from '../../../state/dsp.ts';
import type { AudioReference } from '../../../storage/references.ts';
import { type EditorSource, readSourcesAtom } from '../atoms.ts';
import { type Part, partsSeconds } from '../parts.ts';
import { createPeakPyramid, type PeakPyramid } from '../peakPyramid.ts';

/** Peaks of parts, one after another. */
interface ReadParts {
  parts: readonly Part[];
  pyramid: PeakPyramid;
}

/** Longer sources are read while the draft is already open, seconds. */
const AT_ONCE_SECONDS = 300;
/** Frames per pair, as the engine reports them. */
const PAIR_FRAMES = 256;
/** Pairs that are made without a break: 3 minutes, about 3 ms. */
const PAIRS_AT_ONCE = 32_768;
/** Places closer than this are one, and peaks may end this much early, seconds. */
const NEAR = 0.05;

const keptAtom = atom<readonly ReadParts[]>([]);

const readPartsOf = ({ reference, seconds, parts, pyramid }: EditorSource): ReadParts => ({
  parts: parts ?? [{ source: reference, start: 0, end: seconds }],
  pyramid,
});

/** Keeps the peaks of the open draft for when it opens with another recording. */
export const keepPeaksAtom = atom(null, (_get, set, source: EditorSource) =>
  set(keptAtom, [readPartsOf(source)]),
);

/** Reads the peaks of an added source. Without them, the whole draft is read when it opens. */
export const readPeaksAtom = atom(
  null,
  async (get, set, source: AudioReference, file: Blob, seconds: number): Promise<void> => {
    if (seconds > AT_ONCE_SECONDS) return;
    const pyramid = createPeakPyramid();
    try {
      await get(dspAtom).analyse(file, [], (chunk) => pyramid.append(chunk));
    } catch (error) {
      return console.warn('no peaks of an added part', error);
    }
    const added = { parts: [{ source, start: 0, end: seconds }], pyramid };
    set(keptAtom, [...get(keptAtom), added]);
  },
);

/** The peaks of a draft at its rate; null where some were not read. */
export const joinedPeaksAtom = atom(
  null,
  async (get, _set, parts: readonly Part[], sampleRate: number): Promise<PeakPyramid | null> => {
    const known = [...[...get(readSourcesAtom).values()].map(readPartsOf), ...get(keptAtom)];
    const whole = known.filter(
      ({ parts: each, pyramid }) => pyramid.pairs * pyramid.secondsPerPair > partsSeconds(each) - NEAR,
    );
    return joinedPeaks(parts, whole, sampleRate);
  },
);

/** Peaks of `parts` from those of `known`. A pair is 256 frames of `sampleRate`, Hz. */
async function joinedPeaks(
  parts: readonly Part[],
  known: readonly ReadParts[],
  sampleRate: number,
): Promise<PeakPyramid | null> {
  const places = parts.map((part) => ('silence' in part ? null : placeOf(part, known)));
  if (places.some((place, index) => !place && !('silence' in (parts[index] ?? {})))) return null;
  const joined = createPeakPyramid();
  const width = PAIR_FRAMES / sampleRate;
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const place = places[index];
    const end = at + partsSeconds([part]);
    const last = Math.round(end / width);
    for (let first = Math.round(at / width); first < last; first += PAIRS_AT_ONCE) {
      const count = Math.min(PAIRS_AT_ONCE, last - first);
      const start = place ? place.at + first * width - at : 0;
      joined.append({
        ...pairsOf(place?.pyramid ?? null, start, width, count),
        firstPair: first,
        framesPerPair: PAIR_FRAMES,
        sampleRate,
      });
      await new Promise((resolve) => setTimeout(resolve));
    }
    at = end;
  }
  return joined;
}

/** Where the peaks of a part are; null where they were not read. */
function placeOf(
  part: Extract<Part, { source: AudioReference }>,
  known: readonly ReadParts[],
): { pyramid: PeakPyramid; at: number } | null {
  for (const { parts, pyramid } of known) {
    let from = 0;
    for (const each of parts) {
      const isAround =
        'source' in each &&
        each.source === part.source &&
        part.start >= each.start - NEAR &&
        part.end <= each.end + NEAR;
      if (isAround) return { pyramid, at: from + part.start - each.start };
      from += partsSeconds([each]);
    }
  }
  return null;
}

/** `count` pairs from `start` on as the engine would write them; silence without peaks. */
function pairsOf(pyramid: PeakPyramid | null, start: number, width: number, count: number) {
  const [pairs, rms] = [new Int8Array(2 * count), new Uint8Array(count)];
  if (!pyramid) return { pairs, rms };
  const columns = new Float32Array(2 * count);
  pyramid.columns(start, width, count, columns);
  columns.forEach((value, index) => {
    pairs[index] = Math.round(value * (index % 2 === 0 ? 128 : 127));
  });
  pyramid.rmsColumns(start, width, count, columns);
  for (let index = 0; index < count; index++) rms[index] = Math.round(255 * Math.sqrt(columns[index] ?? 0));
  return { pairs, rms };
}
