// An account's picture: a soft orb in two colours from the user id. Decorative: the name is next to it.
import type { CSSProperties } from 'react';
import { huesOf } from '../lib/hues.ts';
import styles from './PersonOrb.module.css';

export interface PersonOrbProps {
  userId: string;
  /** CSS pixels. */
  size?: number;
}

export function PersonOrb({ userId, size = 20 }: PersonOrbProps) {
  const { first, second, angle } = huesOf(userId);
  const style = { '--one': first, '--two': second, '--turn': `${angle}deg`, width: size, height: size };
  return <span className={styles.orb} style={style as CSSProperties} aria-hidden="true" />;
}
