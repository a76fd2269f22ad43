// How much work this device gets: measured once per build of the engine and stored.
import { atom } from 'jotai/vanilla';
import type { DeviceProfile } from '../dsp/profile.ts';
import type { Probe } from '../dsp/protocol.ts';
import { statePortsAtom } from './ports.ts';

const SETTING = 'device';

interface StoredProbe extends Probe {
  /** Build of the engine that was measured. */
  build: string;
}

/** A device that was not measured counts as fast. */
const UNTRIED: Probe = { speed: Number.POSITIVE_INFINITY };

const isStored = (value: unknown): value is StoredProbe =>
  typeof value === 'object' &&
  value !== null &&
  'build' in value &&
  typeof value.build === 'string' &&
  'speed' in value &&
  typeof value.speed === 'number';

const triedAtom = atom<Probe | null>(null);

/** The measurement of this build; null before. */
const probeAtom = atom((get): Probe | null => {
  const { device, settings } = get(statePortsAtom);
  const stored = settings.read<StoredProbe | null>(SETTING, isStored, null);
  return get(triedAtom) ?? (stored?.build === device.build ? stored : null);
});

export const deviceProfileAtom = atom((get): DeviceProfile => {
  const { device } = get(statePortsAtom);
  return device.profileOf(device.facts(), get(probeAtom) ?? UNTRIED);
});

/** Measures the device with `probe` unless this build has done so; answers its profile. */
export const tryDeviceAtom = atom(null, async (get, set, probe: () => Promise<Probe>) => {
  if (get(probeAtom) === null) {
    const { device, settings } = get(statePortsAtom);
    const { speed } = await probe();
    settings.write(SETTING, { build: device.build, speed } satisfies StoredProbe);
    set(triedAtom, { speed });
  }
  return get(deviceProfileAtom);
});
