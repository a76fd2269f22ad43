// Icons that only the full player needs.
import { StrokeIcon } from '../../ui/StrokeIcon.tsx';

const PATHS = {
  repeat: 'M5 11V9.5a2 2 0 0 1 2-2h11.5M15.5 4.5l3 3-3 3M19 13v1.5a2 2 0 0 1-2 2H5.5M8.5 19.5l-3-3 3-3',
  shuffle:
    'M4 7h3c4 0 6 10 10 10h3M4 17h3c1.6 0 2.9-1.6 4-3.6M13 10c1.1-1.8 2.4-3 4-3h3M17.5 4.5 20 7l-2.5 2.5M17.5 14.5 20 17l-2.5 2.5',
  list: 'M4 7h10M4 12h10M4 17h6M17 10v8M17 10l3.5-1.5V12M17 18a1.8 1.8 0 1 1-1.8-1.8',
  grip: 'M5 9.5h14M5 14.5h14',
  first: 'M13 7h7M4 13h16M4 18h16M4.5 4.5v5L9 7z',
  last: 'M4 6h16M4 11h16M4 17h7M17.5 14.5v5M15 17h5',
  share: 'M13.5 6 20 12l-6.5 6v-3.6c-4.2 0-7 1.3-9 4.1.6-5 3.4-8.4 9-9z',
  moon: 'M19 14.5A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5Z',
  keys: 'M4 7h16a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1ZM7 10.5h.01M10.3 10.5h.01M13.7 10.5h.01M17 10.5h.01M8 14h8',
} as const;

export function ExtraIcon({ name, size }: { name: keyof typeof PATHS; size?: number }) {
  return <StrokeIcon path={PATHS[name]} size={size} />;
}
