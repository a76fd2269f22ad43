// Icons of settings and account; each means one thing.
import { StrokeIcon } from './StrokeIcon.tsx';

const PATHS = {
  settings:
    'M12 17.2a5.2 5.2 0 1 0 0-10.4 5.2 5.2 0 0 0 0 10.4ZM12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM12 6.8V4.2M12 19.8v-2.6M17.2 12h2.6M4.2 12h2.6M15.7 8.3l1.8-1.8M6.5 17.5l1.8-1.8M15.7 15.7l1.8 1.8M6.5 6.5l1.8 1.8',
  account:
    'M5 4.5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1ZM9 11.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM6.3 16c.4-1.6 1.4-2.4 2.7-2.4s2.3.8 2.7 2.4M14.5 9.5h3M14.5 13.5h3',
  join: 'M10 11.8a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3.5 19.2c.6-3 3.2-4.6 6.5-4.6 1.5 0 2.9.3 4 1M18 14.5v5M15.5 17h5',
  enter: 'M13.5 4.5H18a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-4.5M4.5 12h10M11 8.5l3.5 3.5-3.5 3.5',
  password:
    'M6.5 11h11a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1V12a1 1 0 0 1 1-1ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.3v2',
  code: 'M8 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM11.5 12h9M17 12v3.2M20.5 12v2.4',
  devices:
    'M8 4h8a1.2 1.2 0 0 1 1.2 1.2v13.6A1.2 1.2 0 0 1 16 20H8a1.2 1.2 0 0 1-1.2-1.2V5.2A1.2 1.2 0 0 1 8 4ZM10.8 17.3h2.4',
  move: 'M5 8.5h14a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V9.5a1 1 0 0 1 1-1ZM9 8.5V6.2a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v2.3M9 8.5V19M15 8.5V19',
  hidden: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM6.4 6.4l11.2 11.2',
  data: 'M4.5 8.5h15V19a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1zM6.5 4.5h11l2 4h-15zM10 12.5h4',
} as const;

export type AccountIconName = keyof typeof PATHS;

export function AccountIcon({ name, size }: { name: AccountIconName; size?: number }) {
  return <StrokeIcon path={PATHS[name]} size={size} />;
}
