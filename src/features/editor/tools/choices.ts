// Active tools of a take with their parameters. Plain data, stored with the edit and applied at export.

import type { CleanupKinds } from '../../../dsp/protocol.ts';

export interface Fades {
  /** 0 … `MAX_FADE_SECONDS`. */
  inSeconds: number;
  outSeconds: number;
}

/** What to remove where it was found, and how much of the noise. */
export interface CleanUp extends CleanupKinds {
  strength: 'gentle' | 'medium' | 'strong';
}

/** A missing tool is off. */
export interface ToolChoices {
  cleanup?: CleanUp;
  persona?: 'light' | 'strong';
  loudness?: true;
  fades?: Fades;
}

/** Longest fade, seconds. */
export const MAX_FADE_SECONDS = 5;

export const NO_TOOLS: ToolChoices = {};

export const isToolOn = (choices: ToolChoices) => Object.keys(choices).length > 0;

/** All but one tool. */
export function without(choices: ToolChoices, tool: keyof ToolChoices): ToolChoices {
  const { [tool]: _off, ...rest } = choices;
  return rest;
}

export const CLEANUP_KINDS = ['hum', 'clicks', 'hiss', 'plosives', 'sharpS'] as const;
export const CLEANUP_STRENGTHS = ['gentle', 'medium', 'strong'] as const;

/** Two choices that sound the same. */
export const sameChoices = (a: ToolChoices, b: ToolChoices) =>
  a.cleanup?.strength === b.cleanup?.strength &&
  CLEANUP_KINDS.every((kind) => a.cleanup?.[kind] === b.cleanup?.[kind]) &&
  a.persona === b.persona &&
  a.loudness === b.loudness &&
  a.fades?.inSeconds === b.fades?.inSeconds &&
  a.fades?.outSeconds === b.fades?.outSeconds;

const isFade = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= MAX_FADE_SECONDS;

function readCleanUp(value: unknown): CleanUp | undefined {
  const { strength: stored, ...kinds } = (value ?? {}) as { [name: string]: unknown };
  const strength = CLEANUP_STRENGTHS.find((each) => each === stored);
  const isOn = (kind: (typeof CLEANUP_KINDS)[number]) => kinds[kind] === true;
  if (!strength || !CLEANUP_KINDS.some(isOn)) return undefined;
  return {
    strength,
    hum: isOn('hum'),
    clicks: isOn('clicks'),
    hiss: isOn('hiss'),
    plosives: isOn('plosives'),
    sharpS: isOn('sharpS'),
  };
}

/** Reads stored choices; a tool that is not of this shape is off. */
export function readChoices(value: unknown): ToolChoices {
  if (typeof value !== 'object' || value === null) return NO_TOOLS;
  const { cleanup: stored, persona, loudness, fades } = value as { [K in keyof ToolChoices]?: unknown };
  const cleanup = readCleanUp(stored);
  const { inSeconds, outSeconds } = (fades ?? {}) as { inSeconds?: unknown; outSeconds?: unknown };
  return {
    ...(cleanup ? { cleanup } : {}),
    ...(persona === 'light' || persona === 'strong' ? { persona } : {}),
    ...(loudness === true ? { loudness } : {}),
    ...(isFade(inSeconds) && isFade(outSeconds) ? { fades: { inSeconds, outSeconds } } : {}),
  };
}
