// The spectral envelope of a recording, as stored and sent: it moves the visualizer without analysing the audio. Speech
// can be understood from it (noise in sixteen bands: Shannon et al., Science 270, 1995), so only people who may hear the
// recording get it.
//
// A piece is a sequence of frames of `ENVELOPE_BANDS` bytes, low band first. Frame k of piece p starts at
// `p · PIECE_SECONDS + k / ENVELOPE_FRAMES_PER_SECOND` seconds. Only the last piece is shorter. Bands and scale are those
// of `dsp/core/src/analysis/envelope.rs`.

export const ENVELOPE_BANDS = 16;
export const ENVELOPE_FRAMES_PER_SECOND = 15;
/** Lower edge of the first band and upper edge of the last, Hz; all bands span the same number of octaves. */
export const ENVELOPE_LOWEST_HZ = 100;
export const ENVELOPE_HIGHEST_HZ = 8000;
/** Power of a band in dB re a full-scale sine: byte b is `b / 3 − 90`; 0 means -90 dB or less. */
export const ENVELOPE_MIN_DB = -90;
export const ENVELOPE_STEPS_PER_DB = 3;

export const PIECE_SECONDS = 30;
export const PIECE_BYTES = PIECE_SECONDS * ENVELOPE_FRAMES_PER_SECOND * ENVELOPE_BANDS;

/** URL of a piece, counted from 0; `envelope` is `TrackView.envelope`. */
export const piecePath = (envelope: string, piece: number) => `${envelope}/${piece}`;
