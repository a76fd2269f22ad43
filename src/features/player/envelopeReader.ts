// Reads the stored spectral envelope during playback. Fetches it in pieces, one piece ahead.
import {
  ENVELOPE_BANDS,
  ENVELOPE_FRAMES_PER_SECOND,
  ENVELOPE_MIN_DB,
  ENVELOPE_STEPS_PER_DB,
  PIECE_SECONDS,
} from '../../../api/contract/spectralEnvelope.ts';
import type { PlayerPorts } from './ports.ts';

/** The next piece is requested this long before it begins. */
const AHEAD_SECONDS = 15;
/** A failed piece is requested again after this long. */
const AGAIN_MS = 5000;
const PIECE_FRAMES = PIECE_SECONDS * ENVELOPE_FRAMES_PER_SECOND;

export interface EnvelopeReader {
  /**
   * Fills `bands` with dB re a sine at full scale at `seconds` of the recording, interpolated between frames, and
   * answers true; false while the piece is loading or unavailable.
   */
  read(seconds: number, bands: Float32Array): boolean;
  /** Cancels running requests. */
  close(): void;
}

/** `envelope` is `TrackView.envelope`, `seconds` the length of the recording. */
export function createEnvelopeReader(
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
