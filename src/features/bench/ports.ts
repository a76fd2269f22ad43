// Adapters the benchmark uses; tests replace them.
import { atom } from 'jotai/vanilla';
import { decodeInBrowser, encodeInBrowser } from '../../audio/browserCodecs.ts';
import { compileMeter } from '../../audio/levels.ts';
import { analyserSpectra, engineSpectra, type SpectrumRun } from '../../audio/spectrumCost.ts';
import { createDsp } from '../../dsp/client.ts';
import { deviceFacts } from '../../dsp/profile.ts';
import { ENGINE_BUILD } from '../../dsp/protocol.ts';
import { readSetting, writeSetting } from '../../storage/settings.ts';

export interface BenchPorts {
  createDsp: typeof createDsp;
  decodeInBrowser: typeof decodeInBrowser;
  encodeInBrowser: typeof encodeInBrowser;
  engineSpectra: (count: number) => Promise<SpectrumRun>;
  analyserSpectra: typeof analyserSpectra;
  /** SHA-256; null on pages without https. */
  digestInBrowser: ((bytes: BufferSource) => Promise<ArrayBuffer>) | null;
  facts: typeof deviceFacts;
  settings: { read: typeof readSetting; write: typeof writeSetting };
  engineBuild: string;
}

export const benchPortsAtom = atom<BenchPorts>({
  createDsp,
  decodeInBrowser,
  encodeInBrowser,
  engineSpectra: async (count) => engineSpectra(await compileMeter(), count),
  analyserSpectra,
  digestInBrowser: globalThis.crypto?.subtle ? (bytes) => crypto.subtle.digest('SHA-256', bytes) : null,
  facts: deviceFacts,
  settings: { read: readSetting, write: writeSetting },
  engineBuild: ENGINE_BUILD,
});
