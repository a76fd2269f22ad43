// How much this device is asked to do, judged by what it reports about itself and by a trial of its speed.
import type { Probe } from './protocol.ts';

/** What a device says of itself; browsers round it and may keep it to themselves. */
export interface DeviceFacts {
  cores: number;
  memoryGb: number | undefined;
  saveData: boolean;
}

export interface DeviceProfile {
  /** Workers that share one analysis or export. */
  ways: number;
  /** Frames a second of pictures that move all the time. */
  framesPerSecond: number;
  /** Whether MP3 is encoded without a noticeable wait; otherwise a short enough take stays WAV. */
  encodesQuickly: boolean;
}

/** Each worker has its own module and window of the file: more than these brought nothing on phones of eight cores. */
const MOST_WAYS = 4;
/** A device of this memory ends pages with several workers. */
const WEAK_MEMORY_GB = 1;
/**
 * Seconds of speech encoded in a second by one worker. A laptop core of 2023 does 400, at a quarter of its speed 100:
 * both share. At a sixth the page's own thread needs what a second worker would take.
 */
const WEAK_SPEED = 85;
/** Twenty minutes in two: slower encoders make a person wait for what WAV has at once. */
const QUICK_SPEED = 10;

export function profileOf({ cores, memoryGb, saveData }: DeviceFacts, { speed }: Probe): DeviceProfile {
  const weak =
    cores < 2 || saveData || speed < WEAK_SPEED || (memoryGb !== undefined && memoryGb <= WEAK_MEMORY_GB);
  return {
    // On two cores the page's own thread leaves most of one core to the second worker.
    ways: weak ? 1 : Math.min(MOST_WAYS, Math.max(2, cores - 1)),
    framesPerSecond: weak ? 30 : 60,
    encodesQuickly: speed >= QUICK_SPEED,
  };
}

/**
 * Whether a page of this device may keep an audio graph during playback: phones stop it with the screen and pay for
 * it with their battery, and some take the sound along.
 */
export const listensWell = () => matchMedia('(hover: hover) and (pointer: fine)').matches;

/** Phones offer to save power from here on. */
const LOW_BATTERY = 0.2;

interface Battery {
  charging: boolean;
  level: number;
}

/** Whether the device runs low; false where it keeps that to itself. */
export async function savesPower(): Promise<boolean> {
  const { getBattery } = navigator as Navigator & { getBattery?: () => Promise<Battery> };
  const battery = await getBattery?.call(navigator).catch(() => undefined);
  return battery !== undefined && !battery.charging && battery.level <= LOW_BATTERY;
}

/** What the browser tells of this device. */
export function deviceFacts(): DeviceFacts {
  const { deviceMemory, connection } = navigator as Navigator & {
    deviceMemory?: number;
    connection?: { saveData?: boolean };
  };
  return {
    cores: navigator.hardwareConcurrency || 1,
    memoryGb: deviceMemory,
    saveData: connection?.saveData === true,
  };
}
