// `npm run bench -- fingerprint [--quick]`: whether the stored spectral envelope is enough to recognise a recording that was removed.
// The threshold is set where at most one in 100,000 pairs of different recordings would match; the rows tell how many changed
// copies are recognised there. Needs ffmpeg for AAC, Opus and other rates, and no network.
import { performance } from 'node:perf_hooks';
import { loadCore } from '../../dsp/cli/node.mjs';
import { barLine, keep, machine } from '../harness/report.mjs';
import { floatWav, source } from '../voice/takes.mjs';
import { attacks } from './attacks.mjs';
import { distance, fingerprint } from './fingerprint.mjs';
import { person, saying } from './people.mjs';

const FRAMES_PER_SECOND = 15;
/** What a trim leaves. */
const LEFT_SECONDS = 20;
const RATE = 44_100;
/** Enough for the highest band. */
const POOL_RATE = 16_000;
const FALSE_PER_PAIRS = 1e-5;
const RECALL = 0.98;

/** The design's own first, then means over more time. */
const KINDS = [
  { name: 'one frame', mean: 1, lag: 1 },
  { name: 'mean of 6', mean: 6, lag: 6 },
  { name: 'mean of 6, floor at -30 dB', mean: 6, lag: 6, floor: 90 },
];

const sorted = (values) => Float64Array.from(values).sort();
/** `part` of 20 s, from the middle of what there is. */
function middle(envelope) {
  const bytes = LEFT_SECONDS * FRAMES_PER_SECOND * 16;
  const from = 16 * Math.floor((envelope.length - bytes) / 32);
  return envelope.subarray(from, from + bytes);
}

/** What a limit on the different bits would recognise, and what it would take for the same. */
function curveLine({ limit, falseMatches, recall }, pairs) {
  const [worst, share] = Object.entries(recall).sort(([, one], [, two]) => one - two)[0];
  return `below ${Math.round(100 * limit)} %: ${falseMatches} of ${pairs} pairs match, ${Math.round(100 * share)} % of ${worst}`;
}

/** @param {{ quick: boolean }} options */
export async function bench({ quick }) {
  const { cpu, cores, load, node } = machine();
  console.log(`${cpu}, ${cores} cores at load ${load}, Node ${node}${quick ? ', quick' : ''}`);
  const core = await loadCore();
  const envelopeOf = (bytes) => core.analyse(source(bytes), ['envelope']).envelope;

  const [people, each] = quick ? [6, 5] : [45, 10];
  const pool = [];
  for (let who = 0; who < people; who++)
    for (let take = 0; take < each; take++) {
      const samples = saying(person(who + 1), 30, POOL_RATE, 1000 + who * each + take);
      pool.push({ who, envelope: envelopeOf(floatWav([samples], POOL_RATE)) });
    }
  const originals = Array.from({ length: quick ? 2 : 12 }, (_, index) =>
    saying(person(500 + index), 32, RATE, 9000 + index),
  );
  const whole = originals.map((samples) => envelopeOf(floatWav([samples], RATE)));
  const changed = attacks(core, RATE).map(({ name, of }) => ({
    name,
    parts: originals.map((samples, index) => middle(envelopeOf(of(samples, 77 + index)))),
  }));

  const results = [];
  for (const kind of KINDS) {
    console.log(`\n${kind.name}`);
    const whos = pool.map(({ who }) => who);
    const prints = pool.map(({ envelope }) => fingerprint(envelope, kind));
    const parts = pool.map(({ envelope }) => fingerprint(middle(envelope), kind));
    const [same, others] = [[], []];
    for (let one = 0; one < pool.length; one++)
      for (let two = one + 1; two < pool.length; two++)
        (whos[one] === whos[two] ? same : others).push(distance(parts[one], prints[two]));
    const all = sorted([...same, ...others]);
    // The largest distance below which at most the allowed share of pairs lies.
    const threshold = all[Math.floor(FALSE_PER_PAIRS * all.length)];
    const references = whole.map((envelope) => fingerprint(envelope, kind));
    const copies = changed.map(({ name, parts: envelopes }) => {
      const found = envelopes.map((envelope, index) =>
        distance(fingerprint(envelope, kind), references[index]),
      );
      return { name, found };
    });
    const recallAt = (limit) => (found) => found.filter((value) => value < limit).length / found.length;
    const bars = [
      { what: 'pairs of different recordings', value: all.length, unit: '' },
      { what: 'of them of the same speaker', value: same.length, unit: '' },
      { what: 'threshold, different bits', value: 100 * threshold, unit: '%' },
      { what: 'nearest pair of the same speaker', value: 100 * sorted(same)[0], unit: '%' },
      ...copies.map(({ name, found }) => ({
        what: name,
        value: 100 * recallAt(threshold)(found),
        unit: `% recognised, farthest ${(100 * sorted(found).at(-1)).toFixed(1)} %`,
        atLeast: 100 * RECALL,
      })),
    ];
    console.log(bars.map(barLine).join('\n'));
    const limits = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45];
    const curve = limits.map((limit) => ({
      limit,
      falseMatches: all.filter((value) => value < limit).length,
      recall: Object.fromEntries(copies.map(({ name, found }) => [name, recallAt(limit)(found)])),
    }));
    console.log(curve.map((point) => curveLine(point, all.length)).join('\n'));
    results.push({ name: kind.name, kind, bars, curve });
  }

  const kind = KINDS[1];
  const long = fingerprint(
    new Uint8Array(20 * 60 * FRAMES_PER_SECOND * 16).map((_, at) => (at * 7919) % 251),
    kind,
  );
  const part = long.subarray(0, LEFT_SECONDS * FRAMES_PER_SECOND);
  const started = performance.now();
  let compared = 0;
  while (performance.now() - started < 1000) {
    distance(
      part.map((bits) => bits ^ compared),
      long,
    );
    compared++;
  }
  const perComparison = (performance.now() - started) / 1000 / compared;
  const lookup = {
    what: 'without an index: one window of 20 s in 10,000 of 20 minutes',
    value: perComparison * 10_000,
    unit: 's',
    atMost: 1,
  };
  console.log(`\nlookup\n${barLine(lookup)}`);
  results.push({ name: 'lookup', bars: [lookup] });
  console.log(`\n${keep('fingerprint', { quick, results })}`);
}
