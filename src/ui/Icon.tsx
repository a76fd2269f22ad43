// The icon set: strokes on a 24-unit grid, drawn by hand, one weight, filled only to show a state.

const PATHS = {
  home: 'M4 11.2 12 4.5l8 6.7V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z',
  bell: 'M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 1.8H5zM10 20.3a2.2 2.2 0 0 0 4 0',
  person: 'M12 12.2a3.9 3.9 0 1 0 0-7.8 3.9 3.9 0 0 0 0 7.8ZM4.8 20c.7-3.3 3.6-5 7.2-5s6.5 1.7 7.2 5',
  search: 'M10.8 17.1a6.3 6.3 0 1 0 0-12.6 6.3 6.3 0 0 0 0 12.6ZM15.4 15.4 20 20',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  forward: 'M9.5 5.5 16 12l-6.5 6.5',
  down: 'M5.5 9.5 12 16l6.5-6.5',
  up: 'M5.5 14.5 12 8l6.5 6.5',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5l4.6 4.6L19 7.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  heart: 'M12 19.6 5.3 13A4.4 4.4 0 0 1 11.5 6.8l.5.5.5-.5A4.4 4.4 0 0 1 18.7 13z',
  bookmark: 'M7 4.5h10a.7.7 0 0 1 .7.7V20L12 16.2 6.3 20V5.2A.7.7 0 0 1 7 4.5Z',
  comment: 'M5 5.5h14a1 1 0 0 1 1 1V16a1 1 0 0 1-1 1h-7.5L7 20.5V17H5a1 1 0 0 1-1-1V6.5a1 1 0 0 1 1-1Z',
  listen: 'M4.5 14v-2a7.5 7.5 0 0 1 15 0v2M4.5 14.5h3v5h-2a1 1 0 0 1-1-1zM19.5 14.5h-3v5h2a1 1 0 0 0 1-1z',
  volume: 'M5 9.8v4.4h3L12 18V6L8 9.8zM15.5 9a4.2 4.2 0 0 1 0 6M17.8 6.8a7.3 7.3 0 0 1 0 10.4',
  mute: 'M5 9.8v4.4h3L12 18V6L8 9.8zM15.8 9.8l4.4 4.4M20.2 9.8l-4.4 4.4',
  trash: 'M5 7h14M9.5 7V5h5v2M7 7l.8 12h8.4L17 7M10.5 10.5v5M13.5 10.5v5',
  undo: 'M8.5 5 5 8.5 8.5 12M5.5 8.5H14a5 5 0 0 1 0 10H9',
  redo: 'M15.5 5 19 8.5 15.5 12M18.5 8.5H10a5 5 0 0 0 0 10h5',
  upload: 'M12 16V5M7.5 9.5 12 5l4.5 4.5M5 19.5h14',
  download: 'M12 5v11M7.5 11.5 12 16l4.5-4.5M5 19.5h14',
  file: 'M7 4h6.5L18 8.5V20H7zM13.5 4v4.5H18',
  scissors:
    'M8.2 8.2 20 18M8.2 15.8 20 6M6.3 9.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6ZM6.3 19.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z',
  edit: 'M5 19h3.5L19 8.5 15.5 5 5 15.5zM13 7.5l3.5 3.5',
  shield: 'M12 4l7 2.5V12c0 4-2.8 6.8-7 8.3C7.8 18.8 5 16 5 12V6.5z',
  flag: 'M6 20.5V4.5h11l-2 4 2 4H6',
  warning: 'M12 4.5 21 19.5H3zM12 10.5v4M12 17h.01',
  microphone: 'M12 14.5a3 3 0 0 0 3-3v-4a3 3 0 1 0-6 0v4a3 3 0 0 0 3 3ZM6 11.5a6 6 0 0 0 12 0M12 17.5v3',
  sliders:
    'M5 8h6M15.5 8H19M5 16h3.5M13 16h6M13.2 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM10.8 18.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 7.5V12l3 2',
} as const;

const SOLID = {
  play: 'M8.2 5.4v13.2a.9.9 0 0 0 1.4.8l10-6.6a.9.9 0 0 0 0-1.5l-10-6.7a.9.9 0 0 0-1.4.8Z',
  pause:
    'M7.5 5h2.6a.7.7 0 0 1 .7.7v12.6a.7.7 0 0 1-.7.7H7.5a.7.7 0 0 1-.7-.7V5.7a.7.7 0 0 1 .7-.7ZM13.9 5h2.6a.7.7 0 0 1 .7.7v12.6a.7.7 0 0 1-.7.7h-2.6a.7.7 0 0 1-.7-.7V5.7a.7.7 0 0 1 .7-.7Z',
  stop: 'M7.5 6.5h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1Z',
  previous: 'M6.5 6h1.8v12H6.5zM19 6.5v11L10 12z',
  next: 'M15.7 6h1.8v12h-1.8zM5 6.5v11l9-5.5z',
} as const;

export type IconName = keyof typeof PATHS | keyof typeof SOLID;

export interface IconProps {
  name: IconName;
  /** CSS pixels; 24 by default. */
  size?: number;
  /** Fills an outline icon: the "on" state of like and bookmark. */
  filled?: boolean;
}

/** Decorative: the control around it has the label. */
export function Icon({ name, size = 24, filled = false }: IconProps) {
  const solid = name in SOLID;
  const path = solid ? SOLID[name as keyof typeof SOLID] : PATHS[name as keyof typeof PATHS];
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={solid || filled ? 'currentColor' : 'none'}
      stroke={solid ? 'none' : 'currentColor'}
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
