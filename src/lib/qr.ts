// A QR code of a short text (ISO/IEC 18004), error correction M.
import { encode } from 'uqr';

/** Rows of modules, true is dark, without the quiet zone. */
export const qrCode = (text: string): readonly (readonly boolean[])[] =>
  encode(text, { ecc: 'M', border: 0 }).data;
