// Entry of the DSP worker. `expose` runs at once; each operation awaits the module itself.
import { expose } from 'comlink';
import type { DspWorkerApi } from '../protocol.ts';
import { analyse } from './analyse.ts';
import { clean } from './clean.ts';
import { cut } from './cut.ts';
import { decodeRange } from './decodeRange.ts';
import { inspect } from './inspect.ts';
import { repair } from './repair.ts';
import { sha256 } from './sha256.ts';
import { solveChallenge } from './solveChallenge.ts';

const api = {
  inspect,
  analyse,
  decodeRange,
  cut,
  repair,
  clean,
  sha256,
  solveChallenge,
} satisfies DspWorkerApi;

expose(api);
