// An icon outside the set of the first page, drawn like those of `Icon.tsx`. Decorative, as there.

export interface StrokeIconProps {
  /** Strokes on a grid of 24 units. */
  path: string;
  /** CSS pixels; 22 by default. */
  size?: number | undefined;
}

export function StrokeIcon({ path, size = 22 }: StrokeIconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}
