// A QR code, dark on light as all scanners need it, with a quiet zone. Sharp at any size.

import { useMemo } from 'react';
import { encode } from 'uqr';

/** Rows of modules by ISO/IEC 18004 with error correction M: true is dark. Without the quiet zone. */
export const qrCode = (text: string): readonly (readonly boolean[])[] =>
  encode(text, { ecc: 'M', border: 0 }).data;

export interface QrCodeProps {
  /** What scanners read, short. */
  text: string;
  /** Its purpose, for screen readers. */
  label: string;
}

/** Light modules around it (ISO/IEC 18004 §6.3.8). */
const QUIET = 4;

export function QrCode({ text, label }: QrCodeProps) {
  const modules = useMemo(() => qrCode(text), [text]);
  const size = modules.length + 2 * QUIET;
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width="100%"
      height="100%"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
