// A QR code, dark on light as every reader wants it, with the quiet zone around it. Sharp at any size.

export interface QrCodeProps {
  /** Rows of modules, true is dark. */
  modules: readonly (readonly boolean[])[];
  /** What it is for, for those who do not see it. */
  label: string;
}

/** Modules of light around it (ISO/IEC 18004 §6.3.8). */
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
