// What this device is asked to do, found out once per build of the engine and kept.
import { atom } from 'jotai/vanilla';
import type { DeviceProfile } from '../dsp/profile.ts';
import type { Probe } from '../dsp/protocol.ts';
import { statePortsAtom } from './ports.ts';

const SETTING = 'device';

interface Kept extends Probe {
  /** Build of the engine that was tried. */
  build: string;
}

/** Before it was tried a device is taken at its word. */
const UNTRIED: Probe = { speed: Number.POSITIVE_INFINITY };

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'build' in value &&
  typeof value.build === 'string' &&
  'speed' in value &&
  typeof value.speed === 'number';

const triedAtom = atom<Probe | null>(null);

/** What is known so far, of this build or of none. */
const probeAtom = atom((get): Probe | null => {
  const { device, settings } = get(statePortsAtom);
  const kept = settings.read<Kept | null>(SETTING, isKept, null);
  return get(triedAtom) ?? (kept?.build === device.build ? kept : null);
});

export const deviceProfileAtom = atom((get): DeviceProfile => {
  const { device } = get(statePortsAtom);
  return device.profileOf(device.facts(), get(probeAtom) ?? UNTRIED);
});

/** Tries the device with `probe` where this build never did; answers its profile. */
export const tryDeviceAtom = atom(null, async (get, set, probe: () => Promise<Probe>) => {
  if (get(probeAtom) === null) {
    const { device, settings } = get(statePortsAtom);
    const { speed } = await probe();
    settings.write(SETTING, { build: device.build, speed } satisfies Kept);
    set(triedAtom, { speed });
  }
  return get(deviceProfileAtom);
});
