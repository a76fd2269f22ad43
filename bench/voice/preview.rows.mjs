// The ten-second preview on recordings that hide something: how long it is, and how much of it is what was hidden.
import { loadCore } from '../../dsp/cli/node.mjs';
import { ANNA, addRoom, BEN, put, randomOf, SPOKEN_RATE, spoken } from './speakers.mjs';
import { floatWav, source } from './takes.mjs';

const REASONS = ['start', 'loudest', 'speech', 'different', 'end'];
const silence = (seconds) => new Float32Array(seconds * SPOKEN_RATE);

export async function rows() {
  const core = await loadCore();

  /** Worst of all places: `hidden` gives a recording and the place of a sound in it. */
  const row = (name, reason, atLeast, places, hidden) => ({
    name,
    bars() {
      let [shortest, longest, least, touching] = [Number.POSITIVE_INFINITY, 0, 2, 0];
      for (const place of places) {
        const { samples, from, to } = hidden(place);
        const { spans } = core.analyse(source(floatWav([samples], SPOKEN_RATE)), ['preview']).preview;
        if (String(spans.map(({ reason }) => reason).sort()) !== String([...REASONS].sort()))
          throw new Error(`spans for ${spans.map(({ reason }) => reason)}`);
        const heard = spans.reduce((sum, { seconds }) => sum + seconds, 0);
        shortest = Math.min(shortest, heard);
        longest = Math.max(longest, heard);
        for (const [n, span] of spans.entries())
          if (n > 0 && spans[n - 1].start + spans[n - 1].seconds > span.start) touching++;
        const { start, seconds } = spans.find((span) => span.reason === reason);
        least = Math.min(least, Math.max(0, Math.min(to, start + seconds) - Math.max(from, start)));
      }
      return [
        { what: 'shortest', value: shortest, unit: 's', atLeast: 9.8 },
        { what: 'longest', value: longest, unit: 's', atMost: 10.2 },
        { what: 'spans that overlap', value: touching, unit: '', atMost: 0 },
        { what: `least of it in "${reason}"`, value: least, unit: 's of 2', atLeast },
      ];
    },
  });

  return [
    row(
      'ten seconds out of 20 minutes with 5 s of sound',
      'loudest',
      // Spans begin at whole seconds, and the first second may be the loudest.
      1.5,
      [
        { at: 720, level: 0.5, room: -90 },
        { at: 720.4, level: 0.05, room: -75 },
        { at: 3.7, level: 0.01, room: -90 },
        { at: 1190.2, level: 0.01, room: -80 },
      ],
      ({ at, level, room }) => {
        const samples = silence(1200);
        put(
          samples,
          at,
          spoken(ANNA, 5, randomOf(1)).map((sample) => sample * level),
        );
        addRoom(samples, room, randomOf(2));
        return { samples, from: at, to: at + 5 };
      },
    ),
    row(
      'ten seconds out of 15 minutes of a voice, 8 s of them another',
      'different',
      1.9,
      [
        { main: ANNA, guest: BEN, at: 431.3 },
        { main: BEN, guest: ANNA, at: 700 },
        { main: ANNA, guest: BEN, at: 12.6 },
      ],
      ({ main, guest, at }) => {
        const samples = spoken(main, 900, randomOf(3)).map((sample) => 0.4 * sample);
        put(
          samples,
          at,
          spoken(guest, 8, randomOf(4)).map((sample) => 0.4 * sample),
        );
        addRoom(samples, -65, randomOf(5));
        return { samples, from: at, to: at + 8 };
      },
    ),
    {
      name: 'a recording under ten seconds is its own preview',
      bars() {
        const samples = spoken(BEN, 7.3, randomOf(6));
        const { spans } = core.analyse(source(floatWav([samples], SPOKEN_RATE)), ['preview']).preview;
        return [
          { what: 'spans', value: spans.length, unit: '', atLeast: 1, atMost: 1 },
          { what: 'heard', value: spans[0].seconds, unit: 's of 7.3', atLeast: 7.3 },
        ];
      },
    },
  ];
}
