// Which area a finger means.
import { type Area, isUntouched } from '../areas.ts';
import { findArea } from './areaTasks.ts';
import { HANDLE } from './handlePlaces.ts';
import type { WaveScale } from './waveScale.ts';

/** The area at a second of the wave; a narrow one is met beside it, too. */
export function areaUnder(areas: readonly Area[], seconds: number, scale: WaveScale): Area | undefined {
  const isNear = (area: Area) => {
    const missing = HANDLE / 2 - scale.x(area.end - area.start) / 2;
    return missing > 0 && Math.abs(scale.x((area.start + area.end) / 2 - seconds)) <= HANDLE / 2;
  };
  return areas.find((area) => area.start <= seconds && seconds <= area.end) ?? areas.find(isNear);
}

export interface Selection {
  selectedId: string | null;
  /** The area that was selected by a tap on it: only that one moves with the finger. */
  tappedId: string | null;
}

/** The area that a drag on its body moves. One that fills the box never is: whoever drags there wants to see what is beside. */
export function movableArea(
  areas: Area[],
  { selectedId, tappedId }: Selection,
  { duration, boxWidth, scale }: { duration: number; boxWidth: number; scale: WaveScale },
): string | null {
  const area = tappedId === selectedId && tappedId !== null ? findArea(areas, tappedId) : undefined;
  const fits = area !== undefined && scale.x(area.end - area.start) < boxWidth;
  return fits && !isUntouched(areas, duration) ? area.id : null;
}
