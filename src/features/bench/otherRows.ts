// Hashing, the proof of work and the spectrum.
import { type Bench, type BenchRow, NO_BROWSER, type Work } from './row.ts';

const MEGA = 1e6;
const HASHED_BYTES = 8 * MEGA;
/** Solving time of one run, milliseconds. */
const SOLVE_MS = 120;
/** Too hard to finish within a run. */
const HARD = { puzzles: 64, bits: 24 };
const EASY = { challenge: 'bench', puzzles: 4, bits: 12 };
/** Hashes of the browser in one run; fewer, because each is a promise. */
const BROWSER_HASHES = 1_500;
const SPECTRA = 200;
const BINS = 256;

const hex = (buffer: ArrayBuffer) =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The hashed data: the sample's bytes, repeated. */
const hashed = ({ samples }: Bench) => {
  const times = Math.ceil(HASHED_BYTES / samples.wav.size);
  return new Blob(Array.from({ length: times }, () => samples.wav)).slice(0, HASHED_BYTES);
};

const sha256: BenchRow = {
  id: 'sha256',
  group: 'guard',
  unit: 'megabytes',
  async check(bench) {
    const { dsp, ports, signal } = bench;
    // FIPS 180-4: the digest of "abc"; the whole file next to the browser's.
    const abc = await dsp.sha256(new Blob(['abc']), undefined, { signal });
    const ours = await dsp.sha256(hashed(bench), undefined, { signal });
    const digest = await ports.digestInBrowser?.(await hashed(bench).arrayBuffer());
    const theirs = digest ? hex(digest) : null;
    return {
      what: 'digest',
      wanted: 'ba7816bf…',
      engine: `${abc.slice(0, 8)}…`,
      isRight:
        abc === 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' &&
        (theirs === null || ours === theirs),
      browser: theirs && `${theirs.slice(0, 8)}…`,
      isBrowserRight: theirs === null ? null : theirs === ours,
    };
  },
  async engine(bench) {
    await bench.dsp.sha256(hashed(bench), undefined, { signal: bench.signal });
    return { amount: HASHED_BYTES / MEGA };
  },
  browser: {
    async run(bench) {
      const digest = bench.ports.digestInBrowser;
      if (digest === null) throw new Error('no crypto.subtle here');
      await digest(await hashed(bench).arrayBuffer());
      return { amount: HASHED_BYTES / MEGA };
    },
  },
};

const u32 = (value: number) => {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value);
  return view.buffer;
};

async function isSolved(digest: NonNullable<Bench['ports']['digestInBrowser']>, nonces: readonly number[]) {
  const text = new TextEncoder();
  for (const [puzzle, nonce] of nonces.entries()) {
    const seed = await digest(await new Blob([text.encode(EASY.challenge), u32(puzzle)]).arrayBuffer());
    const hash = await digest(await new Blob([seed, u32(nonce)]).arrayBuffer());
    if (new DataView(hash).getUint32(0) >>> (32 - EASY.bits) !== 0) return false;
  }
  return nonces.length === EASY.puzzles;
}

const proofOfWork: BenchRow = {
  id: 'proof-of-work',
  group: 'guard',
  unit: 'megahashes',
  async check({ dsp, ports, signal }) {
    const { challenge, puzzles, bits } = EASY;
    const { nonces, done } = await dsp.solveChallenge(challenge, puzzles, bits, [], 60_000, { signal });
    const digest = ports.digestInBrowser;
    return {
      what: 'nonces',
      wanted: String(puzzles),
      engine: String(nonces.length),
      isRight: done && nonces.length === puzzles && (digest === null || (await isSolved(digest, nonces))),
      ...NO_BROWSER,
    };
  },
  async engine({ dsp, signal }) {
    const { hashes } = await dsp.solveChallenge('bench', HARD.puzzles, HARD.bits, [], SOLVE_MS, { signal });
    return { amount: hashes / MEGA };
  },
  browser: {
    async run({ ports: { digestInBrowser: digest } }): Promise<Work> {
      if (digest === null) throw new Error('no crypto.subtle here');
      const message = new DataView(new ArrayBuffer(36));
      for (let nonce = 0; nonce < BROWSER_HASHES; nonce++) {
        message.setUint32(32, nonce);
        await digest(message.buffer);
      }
      return { amount: BROWSER_HASHES / MEGA };
    },
  },
};

const spectrum: BenchRow = {
  id: 'spectrum',
  group: 'see',
  unit: 'spectra',
  async check({ ports }) {
    const ours = await ports.engineSpectra(SPECTRA);
    const theirs = await ports.analyserSpectra(SPECTRA).catch(() => null);
    const largestDifference =
      theirs &&
      ours.bytes.reduce((most, byte, at) => Math.max(most, Math.abs(byte - (theirs.bytes[at] ?? 999))), 0);
    const isWhole = ours.bytes.length === SPECTRA * BINS && ours.bytes.some((byte) => byte > 0);
    return {
      what: 'bytes',
      wanted: '≤ 1',
      engine: String(largestDifference ?? '–'),
      isRight: isWhole && (largestDifference === null || largestDifference <= 1),
      browser: theirs && '0',
      isBrowserRight: theirs && true,
    };
  },
  async engine({ ports }) {
    const { spectra, seconds } = await ports.engineSpectra(SPECTRA);
    return { amount: spectra, seconds };
  },
  browser: {
    async run({ ports }) {
      const { spectra, seconds } = await ports.analyserSpectra(SPECTRA);
      return { amount: spectra, seconds };
    },
  },
};

export const otherRows = [sha256, proofOfWork, spectrum];
