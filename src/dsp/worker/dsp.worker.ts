// Entry of the DSP worker. `expose` runs at once; each operation awaits the module itself.
import { expose } from 'comlink';
import type { DspWorkerApi } from '../protocol.ts';
import { analyse } from './analyse.ts';
import { clean } from './clean.ts';
import { cut } from './cut.ts';
import { decodeRange } from './decodeRange.ts';
import { inspect } from './inspect.ts';
import { planLoudness } from './planLoudness.ts';
import { probe } from './probe.ts';
import { proposePauses } from './proposePauses.ts';
import { repair } from './repair.ts';
import { readScratch, writeScratch } from './scratchFile.ts';
import { sha256 } from './sha256.ts';
import { joinMp3, mp3Run, planMp3 } from './sharedCut.ts';
import { estimateLength, peakPiece, surveyPeaks } from './sharedPeaks.ts';
import { solveChallenge } from './solveChallenge.ts';
import { engineMemory, start } from './wasm.ts';

const shared = {
  estimateLength,
  surveyPeaks,
  peakPiece,
  planMp3,
  mp3Run,
  joinMp3,
  writeScratch,
  readScratch,
  probe,
  start,
};
const api = {
  ...{
    inspect,
    analyse,
    decodeRange,
    proposePauses,
    planLoudness,
    cut,
    repair,
    clean,
    sha256,
    solveChallenge,
    engineMemory,
  },
  ...shared,
} satisfies DspWorkerApi;

expose(api);
