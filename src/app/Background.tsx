// Three large soft fields of colour drifting behind the page with transforms, tinted by the playing
// track. Still under reduced motion, absent on save-data and weak devices.
import { useAtomValue } from 'jotai/react';
import type { CSSProperties } from 'react';
import { huesOf } from '../lib/hues.ts';
import { currentTrackAtom } from '../state/player.ts';
import styles from './Background.module.css';

/** Devices with fewer logical cores or less memory (GB) get no background. */
const WEAK_CORES = 4;
const WEAK_MEMORY_GB = 2;

interface DeviceHints {
  connection?: { saveData?: boolean };
  deviceMemory?: number;
}

function isWeak(): boolean {
  const device = globalThis.navigator as (Navigator & DeviceHints) | undefined;
  return (
    // No `navigator` while rendering the HTML document at build time.
    !device ||
    device.connection?.saveData === true ||
    navigator.hardwareConcurrency < WEAK_CORES ||
    (device.deviceMemory ?? WEAK_MEMORY_GB + 1) <= WEAK_MEMORY_GB
  );
}

export function Background() {
  const track = useAtomValue(currentTrackAtom);
  const hues = track === null ? { first: 355, second: 305 } : huesOf(track.cover);
  if (isWeak()) return null;
  const tint = { '--hue-1': hues.first, '--hue-2': hues.second } as CSSProperties;
  return (
    <div className={styles.background} style={tint} aria-hidden="true" data-background>
      <span className={styles.one} />
      <span className={styles.two} />
      <span className={styles.three} />
    </div>
  );
}
