// Active tools of a take with their parameters. Plain data, stored with the edit and applied at export.

export interface Fades {
  /** 0 … `MAX_FADE_SECONDS`. */
  inSeconds: number;
  outSeconds: number;
}

/** A missing tool is off. */
export interface ToolChoices {
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

/** Two choices that sound the same. */
export const sameChoices = (a: ToolChoices, b: ToolChoices) =>
  a.persona === b.persona &&
  a.loudness === b.loudness &&
  a.fades?.inSeconds === b.fades?.inSeconds &&
  a.fades?.outSeconds === b.fades?.outSeconds;

const isFade = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= MAX_FADE_SECONDS;

/** Reads stored choices; a tool that is not of this shape is off. */
export function readChoices(value: unknown): ToolChoices {
  if (typeof value !== 'object' || value === null) return NO_TOOLS;
  const { persona, loudness, fades } = value as { persona?: unknown; loudness?: unknown; fades?: unknown };
  const { inSeconds, outSeconds } = (fades ?? {}) as { inSeconds?: unknown; outSeconds?: unknown };
  return {
    ...(persona === 'light' || persona === 'strong' ? { persona } : {}),
    ...(loudness === true ? { loudness } : {}),
    ...(isFade(inSeconds) && isFade(outSeconds) ? { fades: { inSeconds, outSeconds } } : {}),
  };
}
