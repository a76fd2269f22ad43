// Entry of the DSP worker. `expose` runs at once; each operation awaits the module itself.
import { expose } from 'comlink';
import type { DspWorkerApi } from '../protocol.ts';
import { readScratch, writeScratch } from './exportFile.ts';
import {
  analyse,
  clean,
  cut,
  decodeRange,
  findDisturbances,
  inspect,
  planLoudness,
  probe,
  proposePauses,
  repair,
  sha256,
  solveChallenge,
} from './operations.ts';
import { estimateLength, joinMp3, mp3Run, peakPiece, planMp3, surveyPeaks } from './pieces.ts';
import { engineMemory, start } from './wasm.ts';

const api = {
  inspect,
  analyse,
  decodeRange,
  proposePauses,
  findDisturbances,
  planLoudness,
  cut,
  repair,
  clean,
  sha256,
  solveChallenge,
  engineMemory,
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
} satisfies DspWorkerApi;

expose(api);
