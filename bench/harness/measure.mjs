// Timing of one row: ours and its peers in turns, so that a slow minute of the machine hits all of them.

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {() => Amount | Promise<Amount>} run Does one piece of work (50–500 ms) and returns how much of
 *   the row's unit it was. Everything it allocates beforehand belongs into the closure.
 *
 * @typedef {number | { amount: number, seconds: number }} Amount With `seconds` where only the work itself can
 *   tell how long it took, as in a page.
 *
 * @typedef {Contender & { done?: number, goal?: number }} Peer Bars: how many times faster ours must be.
 *
 * @typedef {object} Row
 * @property {string} name What a person waits for, with its scale: "SHA-256 of 50 MB".
 * @property {string} unit Of the rate, per second: "MB", "MH", "s of audio".
 * @property {() => void | Promise<void>} check Compares the results of all contenders; throws when they disagree.
 *   Runs before anything is timed.
 * @property {Contender} ours
 * @property {Peer[]} peers
 *
 * @property {number} [rounds] Where the piece of work is long: how often it is counted …
 * @property {number} [warmups] … and how often it is run before.
 * @property {() => Bar[] | Promise<Bar[]>} [bars] Other promises of the row, after the timing.
 *
 * @typedef {object} Bar A promise in absolute terms; a figure without a bound is only shown.
 * @property {string} what
 * @property {number} value
 * @property {string} unit
 * @property {number} [atLeast]
 * @property {number} [atMost]
 * @property {number} [below]
 * @property {string} [notRun] Why there is no value; the bar counts as not met.
 *
 * @typedef {object} Rate
 * @property {string} name
 * @property {number} median Units per second.
 * @property {number} spread Half the range between the quartiles, relative to the median.
 *
 * @typedef {Rate & { ratio: number, done?: number, goal?: number }} PeerRate `ratio`: ours over this peer, the
 *   median over the rounds.
 *
 * @typedef {{ name: string, unit: string, rounds: number, ours: Rate, peers: PeerRate[] }} Result
 */

/**
 * @param {Row} row
 * @param {{ rounds: number }} options
 * @returns {Promise<Result>}
 */
export async function measure(row, { rounds: asked }) {
  await row.check();
  const rounds = row.rounds ?? asked;
  const contenders = [row.ours, ...row.peers];
  /** @type {number[][]} */
  const rates = contenders.map(() => []);
  // Two warm-up rounds: compilers tier up after the first.
  for (let round = -(row.warmups ?? 2); round < rounds; round++) {
    for (const [i, contender] of contenders.entries()) {
      const start = performance.now();
      const done = await contender.run();
      const seconds = (performance.now() - start) / 1000;
      const rate = typeof done === 'number' ? done / seconds : done.amount / done.seconds;
      if (round >= 0) rates[i].push(rate);
    }
  }
  const [ours, ...peers] = rates;
  return {
    name: row.name,
    unit: row.unit,
    rounds,
    ours: { name: row.ours.name, ...summary(ours) },
    peers: peers.map((rate, i) => ({
      name: row.peers[i].name,
      ...summary(rate),
      ratio: quantile(
        rate.map((peer, round) => ours[round] / peer),
        0.5,
      ),
      done: row.peers[i].done,
      goal: row.peers[i].goal,
    })),
  };
}

function summary(rates) {
  const median = quantile(rates, 0.5);
  return { median, spread: (quantile(rates, 0.75) - quantile(rates, 0.25)) / 2 / median };
}

/** Linear interpolation between the sorted values. */
export function quantile(values, at) {
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * at;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  return below + (above - below) * (position - Math.floor(position));
}
