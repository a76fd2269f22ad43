// The thirteen demo tracks of the demo user: texts, tags and pieces.
import type { Gender } from '../contract/categories.ts';
import { balcony } from './pieces/balcony.ts';
import { bowls } from './pieces/bowls.ts';
import { breath } from './pieces/breath.ts';
import { fire } from './pieces/fire.ts';
import { heartbeat } from './pieces/heartbeat.ts';
import { lullaby } from './pieces/lullaby.ts';
import { musicBox } from './pieces/musicBox.ts';
import { pads } from './pieces/pads.ts';
import { purr } from './pieces/purr.ts';
import { rain } from './pieces/rain.ts';
import { sea } from './pieces/sea.ts';
import { vinyl } from './pieces/vinyl.ts';
import { whisper } from './pieces/whisper.ts';
import type { Piece } from './synth/piece.ts';

export interface DemoTrack {
  /** Stable id of the row. The list is ordered by publishing time, oldest last. */
  id: string;
  title: string;
  description: string;
  /** Predefined ones (S2) where they fit, then free ones; the category is added by the seeding. */
  tags: readonly string[];
  gender: Gender;
  /** How long before the first start it was published. */
  ageHours: number;
  piece: Piece;
}

/** The account that publishes them. */
export const DEMO_USER = {
  id: 'demo-user',
  username: 'nachtgarten',
  bio: 'Rain, breath, bells and embers, made by a small program from nothing but numbers. No voices, no people: only rooms to close your eyes in.',
  tags: ['Soft', 'Warm', 'Gentle', 'Breathing', 'Whisper'],
} as const;

const DAY = 24;

export const DEMO_TRACKS: readonly DemoTrack[] = [
  {
    id: 'demo-rain-on-the-window',
    title: 'Rain on the Window',
    description:
      'A long night, a warm bed, and the weather on the other side of the glass. Far away, thunder that never comes closer.',
    tags: ['Soft', 'Warm', 'Gentle', 'rain'],
    gender: 'Diverse',
    ageHours: 1.5,
    piece: rain,
  },
  {
    id: 'demo-breathe-with-me',
    title: 'Breathe With Me',
    description:
      'Slow, then not so slow, then slow again. Put your headphones on and let your own breath follow.',
    tags: ['Breathing', 'Intimate', 'Sensual', 'Soft'],
    gender: 'Female',
    ageHours: 7,
    piece: breath,
  },
  {
    id: 'demo-embers',
    title: 'Embers, Two Glasses',
    description: 'The fire has burned down to its good part. Nobody has to say anything.',
    tags: ['Warm', 'Romantic', 'Tender', 'fireplace'],
    gender: 'Couple',
    ageHours: 21,
    piece: fire,
  },
  {
    id: 'demo-ohne-worte',
    title: 'Ohne Worte',
    description:
      'A whisper that belongs to no language, moving slowly from one ear to the other. Made for headphones.',
    tags: ['Whisper', 'Intimate', 'Seductive', 'Soft'],
    gender: 'Female',
    ageHours: 1.9 * DAY,
    piece: whisper,
  },
  {
    id: 'demo-late-record',
    title: 'Side B, Half Past Two',
    description: 'Electric piano on a worn record. The needle has been lifted for nobody since midnight.',
    tags: ['Romantic', 'Warm', 'Loving', 'vinyl'],
    gender: 'Male',
    ageHours: 3.1 * DAY,
    piece: vinyl,
  },
  {
    id: 'demo-under-your-hand',
    title: 'Under Your Hand',
    description: 'Lay your head here. It goes a little faster when you do, and then it calms down again.',
    tags: ['Intimate', 'Tender', 'Affectionate', 'heartbeat'],
    gender: 'Couple',
    ageHours: 4.4 * DAY,
    piece: heartbeat,
  },
  {
    id: 'demo-katze',
    title: 'Katze auf der Brust',
    description: 'Four kilos of trust. Please do not move for the next half minute.',
    tags: ['Affectionate', 'Warm', 'Sweet', 'purr'],
    gender: 'Diverse',
    ageHours: 5.8 * DAY,
    piece: purr,
  },
  {
    id: 'demo-waves',
    title: 'Waves After Midnight',
    description:
      'The beach bar is closed, the sand still warm. Count the seventh wave, if you can stay awake.',
    tags: ['Sensual', 'Gentle', 'sea'],
    gender: 'Couple',
    ageHours: 6.6 * DAY,
    piece: sea,
  },
  {
    id: 'demo-seven-bowls',
    title: 'Seven Bowls',
    description: 'Let each one ring out completely. There is time.',
    tags: ['Gentle', 'Soft', 'meditation'],
    gender: 'Female',
    ageHours: 9 * DAY,
    piece: bowls,
  },
  {
    id: 'demo-velvet',
    title: 'Velvet Hours',
    description: 'Eight slow chords for low light.',
    tags: ['Sensual', 'Soft', 'Romantic', 'ambient'],
    gender: 'Male',
    ageHours: 13 * DAY,
    piece: pads,
  },
  {
    id: 'demo-balcony',
    title: 'Balkon, Anfang August',
    description: 'A breeze, the chimes next door, crickets in the yard. Stay out a little longer.',
    tags: ['Gentle', 'Sweet', 'summer'],
    gender: 'Diverse',
    ageHours: 18 * DAY,
    piece: balcony,
  },
  {
    id: 'demo-music-box',
    title: 'The Music Box on the Nightstand',
    description: 'Wound up once, it plays until it falls asleep before you do.',
    tags: ['Sweet', 'Tender', 'music-box'],
    gender: 'Female',
    ageHours: 26 * DAY,
    piece: musicBox,
  },
  {
    id: 'demo-lullaby',
    title: 'Wiegenlied für Große',
    description:
      'A lullaby for people who have to get up early tomorrow anyway. Felt piano, played quietly for the neighbours.',
    tags: ['Loving', 'Tender', 'Soft', 'lullaby'],
    gender: 'Male',
    ageHours: 38 * DAY,
    piece: lullaby,
  },
];
