// What the visualizer hears: the tap on the playing element, or, where nobody can listen, the loudness that the
// recording has at this place.
import { openTap, type Tap } from '../../audio/tap.ts';
import { heightAt } from '../../lib/face.ts';
import { BANDS, bandLevels, peakHz } from './bands.ts';

/** RMS at which the halo is full; speech at −18 LUFS peaks around it. */
const FULL_RMS = 0.35;
/** Loudness of the recording's face is drawn at this share of the circle. */
const FACE_SHARE = 0.7;

export interface SpectrumEar {
  /** Starts to listen to `element`; a no-op while it does. `isWanted` is asked when the tap is there. */
  open(element: HTMLMediaElement | null, isWanted: () => boolean): Promise<void>;
  /** Fills `levels` (0 … 1 per band) and answers the loudness, 0 … 1. */
  hear(levels: Float32Array, face: Float32Array, progress: number): number;
  /** The strongest frequency heard last; null without a tap. */
  peakHz(): number | null;
  /** Ends listening: the audio graph costs battery. */
  close(): void;
}

/** No way to listen: a plain shape as high as the recording is loud here. */
function showFace(levels: Float32Array, face: Float32Array, progress: number): number {
  const loudness = heightAt(face, progress) * FACE_SHARE;
  for (let i = 0; i < BANDS; i++) levels[i] = loudness * Math.cos((i / BANDS) * 1.4) ** 2;
  return loudness;
}

export function createSpectrumEar(): SpectrumEar {
  let tap: Tap | null = null;
  let bins = new Uint8Array(0);
  let opening = false;
  return {
    async open(element, isWanted) {
      if (opening || tap !== null || element === null) return;
      opening = true;
      const opened = await openTap(element);
      opening = false;
      if (!isWanted()) opened?.close();
      else if (opened !== null) {
        tap = opened;
        bins = new Uint8Array(opened.binCount);
      }
    },
    hear(levels, face, progress) {
      if (tap === null) return showFace(levels, face, progress);
      const { rms } = tap.read(bins);
      bandLevels(bins, tap.sampleRate, levels);
      return Math.min(1, rms / FULL_RMS);
    },
    peakHz: () => (tap === null ? null : peakHz(bins, tap.sampleRate)),
    close() {
      tap?.close();
      tap = null;
    },
  };
}
