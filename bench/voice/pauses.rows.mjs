// Pauses and breaths: how many pauses are proposed, how much of the breaths is inside a proposal.
import { loadCore } from '../../dsp/cli/node.mjs';
import { floatWav, source, take } from './takes.mjs';

const overlap = ([from, to], cut) => Math.max(0, Math.min(to, cut.end) - Math.max(from, cut.start));

export async function rows() {
  const core = await loadCore();
  const find = (samples, seconds = 2.5) => core.proposePauses(source(floatWav([samples])), seconds);

  const labelled = [-72, -58, -46].map((room) => ({
    name: `Pauses and breaths, room tone at ${room} dBFS`,
    bars() {
      const made = take(7 - room);
      for (let round = 0; round < 12; round++) {
        const vary = made.random();
        made.speech(2 + 3 * vary);
        if (round % 3 === 0) made.pause(2.8 + 3 * vary);
        if (round % 3 === 1) {
          made.pause(3.2);
          made.breath(0.5 + vary, room + 4 + 8 * made.random());
          made.pause(3.2);
        }
        for (let n = 0; round % 3 === 2 && n < 4; n++) {
          made.breath(0.9, room + 4);
          made.gap(0.4);
        }
      }
      made.speech(2);
      const cuts = find(made.finish(room));
      const found = made.pauses.filter((pause) =>
        cuts.some((cut) => overlap(pause, cut) >= pause[1] - pause[0] - 1),
      );
      const breathed = made.breaths.reduce((sum, [from, to]) => sum + to - from, 0);
      const lost = made.breaths.reduce(
        (sum, breath) => sum + cuts.reduce((inside, cut) => inside + overlap(breath, cut), 0),
        0,
      );
      const other = cuts.reduce(
        (sum, cut) =>
          sum +
          cut.end -
          cut.start -
          [...made.pauses, ...made.breaths].reduce((inside, one) => inside + overlap(one, cut), 0),
        0,
      );
      return [
        { what: 'pauses proposed', value: (100 * found.length) / made.pauses.length, unit: '%', atLeast: 95 },
        { what: 'of the breaths inside a proposal', value: (100 * lost) / breathed, unit: '%', atMost: 2 },
        { what: 'of other sound inside a proposal', value: Math.max(0, other), unit: 's', atMost: 0.5 },
      ];
    },
  }));

  const silenceOrBreath = {
    name: '4 s of silence and 4 s of quiet breathing',
    bars() {
      const made = take(5);
      made.speech(4);
      made.pause(4);
      made.speech(4);
      const breathing = [12, 16];
      for (let n = 0; n < 3; n++) {
        made.breath(1.1, -56);
        made.gap(0.233);
      }
      made.speech(4);
      const cuts = find(made.finish(-62));
      const inside = (span) => cuts.reduce((sum, cut) => sum + overlap(span, cut), 0);
      return [
        { what: 'proposals', value: cuts.length, unit: '', atLeast: 1, atMost: 1 },
        { what: 'of the silence', value: inside([4, 8]), unit: 's', atLeast: 3 },
        { what: 'of the breathing', value: inside(breathing), unit: 's', atMost: 0 },
      ];
    },
  };
  return [...labelled, silenceOrBreath];
}
