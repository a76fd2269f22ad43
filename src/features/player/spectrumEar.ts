// The visualizer's input: the live signal of the playing element where a parallel audio graph is safe, otherwise the
// stored envelope of the recording at the element's time. Without either, the loudness of the recording at this
// position.
import {
  ENVELOPE_BANDS,
  ENVELOPE_FRAMES_PER_SECOND,
  ENVELOPE_MIN_DB,
  ENVELOPE_STEPS_PER_DB,
  PIECE_SECONDS,
} from '../../../api/contract/spectralEnvelope.ts';
import type { Tap } from '../../audio/tap.ts';
import { BARS, barHz, createBars, levelsOfBands, levelsOfBins, peakHz } from '../../lib/bars.ts';
import { heightAt } from '../../lib/cover.ts';
import type { PlayerPorts } from './ports.ts';

/** The next piece is requested this long before it begins. */
const AHEAD_SECONDS = 15;
/** A failed piece is requested again after this long. */
const AGAIN_MS = 5000;
const PIECE_FRAMES = PIECE_SECONDS * ENVELOPE_FRAMES_PER_SECOND;

interface EnvelopeReader {
  /**
   * Fills `bands` with dB re a sine at full scale at `seconds` of the recording, interpolated between frames, and
   * answers true; false while the piece is loading or unavailable.
   */
  read(seconds: number, bands: Float32Array): boolean;
  /** Cancels running requests. */
  close(): void;
}

/** `envelope` is `TrackView.envelope`, `seconds` the length of the recording. */
function createEnvelopeReader(
  envelope: string,
  seconds: number,
  fetchPiece: PlayerPorts['fetchEnvelopePiece'],
): EnvelopeReader {
  const leaving = new AbortController();
  const pieces = new Map<number, Uint8Array>();
  /** When each piece was last requested, ms; a piece that arrived is not requested again. */
  const asked = new Map<number, number>();

  const ask = (piece: number) => {
    if (leaving.signal.aborted || pieces.has(piece) || piece * PIECE_SECONDS >= seconds) return;
    const now = performance.now();
    if (now - (asked.get(piece) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
    asked.set(piece, Number.POSITIVE_INFINITY);
    fetchPiece(envelope, piece, leaving.signal).then(
      (bytes) => pieces.set(piece, bytes),
      // Without it the picture uses the recording's `cover`; playback is not affected.
      () => asked.set(piece, performance.now()),
    );
  };

  /** Offset of a frame in its piece; null where there is none. */
  const frameAt = (frame: number) => {
    const bytes = pieces.get(Math.floor(frame / PIECE_FRAMES));
    const at = (frame % PIECE_FRAMES) * ENVELOPE_BANDS;
    return bytes !== undefined && at < bytes.length ? { bytes, at } : null;
  };

  return {
    read(position, bands) {
      const piece = Math.floor(Math.max(0, position) / PIECE_SECONDS);
      ask(piece);
      if (position + AHEAD_SECONDS >= (piece + 1) * PIECE_SECONDS) ask(piece + 1);
      // A frame describes the moment in its middle.
      const place = Math.max(0, position * ENVELOPE_FRAMES_PER_SECOND - 0.5);
      const first = frameAt(Math.floor(place));
      const next = frameAt(Math.floor(place) + 1) ?? first;
      if (first === null || next === null) return false;
      const part = place - Math.floor(place);
      for (let band = 0; band < ENVELOPE_BANDS; band++) {
        const a = first.bytes[first.at + band] ?? 0;
        const b = next.bytes[next.at + band] ?? 0;
        bands[band] = ENVELOPE_MIN_DB + (a + (b - a) * part) / ENVELOPE_STEPS_PER_DB;
      }
      return true;
    },
    close: () => leaving.abort(),
  };
}

/** Loudness assumed when unknown, LUFS. */
const UNKNOWN_LUFS = -23;
const QUIETEST_LUFS = -58;
/**
 * The halo is dark at this distance below the loudness of the whole recording, and full at this distance above, dB.
 */
const HALO_BELOW_DB = 22;
const HALO_ABOVE_DB = 8;
/** Delay of rising bars, seconds; the stored envelope is read this much ahead. */
const LEAD_SECONDS = 0.03;
/** Without a spectrum, the recording's loudness is drawn at this fraction of the circle. */
const COVER_SHARE = 0.7;

export interface HeardTrack {
  cover: Float32Array;
  /** Seconds. */
  duration: number;
  lufs: number | null;
  /** `TrackView.envelope`. */
  envelope: string | null;
}

export interface Place {
  /** Of the element. */
  seconds: number;
  /** 0 … 1. */
  progress: number;
  /** Since the last frame. */
  step: number;
}

export interface SpectrumEar {
  /** Measures `element`, unless it already does or may not. `isWanted` is checked when the tap is ready. */
  open(element: HTMLMediaElement | null, isWanted: () => boolean): Promise<void>;
  /** Fills `heights` (0 … 1 per bar) and answers the loudness, 0 … 1. */
  hear(heights: Float32Array, place: Place): number;
  /** The source of the bars. */
  readonly source: 'live' | 'envelope' | 'cover';
  /** The strongest frequency of the last frame, at the source's resolution; null without a source. */
  peakHz(): number | null;
  /** Stops measuring: the audio graph uses battery. */
  rest(): void;
  /** Stops measuring for good. */
  close(): void;
}

export function createSpectrumEar(track: HeardTrack, isLive: boolean, ports: PlayerPorts): SpectrumEar {
  const reference = Math.max(QUIETEST_LUFS, track.lufs ?? UNKNOWN_LUFS);
  const reader =
    track.envelope === null
      ? null
      : createEnvelopeReader(track.envelope, track.duration, ports.fetchEnvelopePiece);
  const bars = createBars();
  const levels = new Float32Array(BARS);
  const bands = new Float32Array(ENVELOPE_BANDS);
  let tap: Tap | null = null;
  let bins = new Uint8Array(0);
  let opening = false;
  let source: SpectrumEar['source'] = 'cover';

  const haloOf = (rmsDb: number) =>
    Math.min(1, Math.max(0, (rmsDb - reference + HALO_BELOW_DB) / (HALO_BELOW_DB + HALO_ABOVE_DB)));

  /** Root mean square of all bands together, dB re full scale: a sine's is 3 dB below its peak. */
  const rmsOfBands = () => {
    let power = 0;
    for (const band of bands) power += 10 ** (band / 10);
    return 10 * Math.log10(power / 2);
  };

  const showCover = (heights: Float32Array, progress: number) => {
    const loudness = heightAt(track.cover, progress) * COVER_SHARE;
    for (let i = 0; i < BARS; i++) heights[i] = loudness * Math.cos((i / BARS) * 1.4) ** 2;
    return loudness;
  };

  const rest = () => {
    tap?.close();
    tap = null;
  };

  return {
    async open(element, isWanted) {
      if (!isLive || opening || tap !== null || element === null) return;
      opening = true;
      const opened = await ports.openTap(element);
      opening = false;
      if (!isWanted()) opened?.close();
      else if (opened !== null) {
        tap = opened;
        bins = new Uint8Array(opened.binCount);
      }
    },
    hear(heights, { seconds, progress, step }) {
      if (tap !== null) {
        source = 'live';
        const { rms } = tap.read(bins);
        levelsOfBins(bins, tap.sampleRate, levels);
        bars.heights(levels, reference, step, heights);
        return haloOf(20 * Math.log10(rms));
      }
      if (reader?.read(seconds + LEAD_SECONDS, bands)) {
        source = 'envelope';
        levelsOfBands(bands, levels);
        bars.heights(levels, reference, step, heights);
        return haloOf(rmsOfBands());
      }
      source = 'cover';
      return showCover(heights, progress);
    },
    get source() {
      return source;
    },
    peakHz() {
      if (source === 'live' && tap !== null) return peakHz(bins, tap.sampleRate);
      if (source !== 'envelope') return null;
      const band = bands.indexOf(Math.max(...bands));
      return barHz(((band + 0.5) * BARS) / ENVELOPE_BANDS - 0.5);
    },
    rest,
    close() {
      rest();
      reader?.close();
    },
  };
}
