// The audio engine of this page: one pool for editor and share form. At least two workers, so that a preview never
// waits behind hashing. Long work is shared by as many workers as the device can run, by one while the microphone records.
import { atom } from 'jotai/vanilla';
import { createDsp, type Dsp } from '../dsp/client.ts';
import { DspError } from '../dsp/errors.ts';
import type { Probe } from '../dsp/protocol.ts';
import { tryDeviceAtom } from './device.ts';
import { statePortsAtom } from './ports.ts';
import { isRecordingAtom } from './sound.ts';

const LEAST_WORKERS = 2;

const replacedAtom = atom<Dsp | null>(null);

/** Writing answers how many workers may share a job that begins now. */
const engineAtom = atom<Dsp, [probe: () => Promise<Probe>], Promise<number>>(
  (get, { setSelf }) => {
    const { device } = get(statePortsAtom);
    const { ways } = device.profileOf(device.facts(), { speed: Number.POSITIVE_INFINITY });
    return createDsp({
      workers: Math.max(LEAST_WORKERS, ways),
      ways: (probe) => setSelf(probe) as Promise<number>,
    });
  },
  async (get, set, probe: () => Promise<Probe>) =>
    get(isRecordingAtom) ? 1 : (await set(tryDeviceAtom, probe)).ways,
);

/** Made on first use; tests write another engine. */
export const dspAtom = atom(
  (get) => get(replacedAtom) ?? get(engineAtom),
  (_get, set, dsp: Dsp) => set(replacedAtom, dsp),
);

/** The name of a format that the engine recognises but cannot read; null for every other file. */
export const unreadFormat = (dsp: Pick<Dsp, 'inspect'>, file: Blob): Promise<string | null> =>
  dsp.inspect(file).then(
    () => null,
    (error: unknown) =>
      error instanceof DspError && error.code === 'unsupported_codec' ? error.message : null,
  );
