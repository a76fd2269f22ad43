// The tables of moderators name the corners of a placeholder; the picture is the ring's.
import { RingSkeleton } from './RingSkeleton.tsx';

interface SkeletonProps {
  /** CSS lengths. */
  width?: string;
  height: string;
  radius?: 'card';
}

export function Skeleton({ radius, ...size }: SkeletonProps) {
  return <RingSkeleton shape={radius === 'card' ? 'block' : 'line'} {...size} />;
}
