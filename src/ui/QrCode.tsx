// A QR code, dark on light as all scanners need it, with a quiet zone. Sharp at any size.

export interface QrCodeProps {
  /** Rows of modules, true is dark. */
  modules: readonly (readonly boolean[])[];
  /** Its purpose, for screen readers. */
  label: string;
}

/** Light modules around it (ISO/IEC 18004 §6.3.8). */
const QUIET = 4;

export function QrCode({ modules, label }: QrCodeProps) {
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
