// The ±15 s icon: an open arrow around its number.

export interface SeekIconProps {
  direction: 'back' | 'forward';
  seconds: number;
}

export function SeekIcon({ direction, seconds }: SeekIconProps) {
  return (
    <svg width="30" height="30" viewBox="0 0 30 30" fill="none" aria-hidden="true" focusable="false">
      <g
        transform={direction === 'forward' ? 'matrix(-1 0 0 1 30 0)' : undefined}
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M9.2 6.3A10.3 10.3 0 1 1 5.3 11.5" />
        <path d="M9.8 2.8 8.6 6.7l4 1" />
      </g>
      <text
        x="15"
        y="19"
        textAnchor="middle"
        fontSize="9.5"
        fontWeight="600"
        fill="currentColor"
        fontFamily="var(--font-text)"
      >
        {seconds}
      </text>
    </svg>
  );
}
