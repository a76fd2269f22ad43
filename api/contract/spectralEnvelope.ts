// The spectral envelope of a recording, as it is stored and sent: what a picture needs to move with a sound it does not
// listen to. It says as much as the sound does (noise shaped by sixteen such bands is understood as speech: Shannon et
// al., Science 270, 1995), so it is shown to whoever may hear the recording and to nobody else.
//
// A piece is frames, one after another, of `ENVELOPE_BANDS` bytes each, low band first. Frame k of piece p tells of the
// sound from `p · PIECE_SECONDS + k / ENVELOPE_FRAMES_PER_SECOND` seconds on. Only the last piece is shorter. Bands and
// scale are those of `dsp/core/src/analysis/envelope.rs`.

export const ENVELOPE_BANDS = 16;
export const ENVELOPE_FRAMES_PER_SECOND = 15;
/** Edges of the first band below and the last one above, Hz; all bands are equally many octaves wide. */
export const ENVELOPE_LOWEST_HZ = 100;
export const ENVELOPE_HIGHEST_HZ = 8000;
/** Power of a band in dB re a sine at full scale: byte b is `b / 3 − 90`, 0 is that or less. */
export const ENVELOPE_MIN_DB = -90;
export const ENVELOPE_STEPS_PER_DB = 3;

export const PIECE_SECONDS = 30;
export const PIECE_BYTES = PIECE_SECONDS * ENVELOPE_FRAMES_PER_SECOND * ENVELOPE_BANDS;

/** Address of a piece, from 0 on; `envelope` is `TrackView.envelope`. */
export const piecePath = (envelope: string, piece: number) => `${envelope}/${piece}`;
