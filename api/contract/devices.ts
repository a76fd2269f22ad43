// Browsers somebody is signed in with, as roughly as a person would name them.

export const BROWSERS = ['firefox', 'chrome', 'safari', 'edge', 'opera', 'samsung'] as const;
export type Browser = (typeof BROWSERS)[number];

export const SYSTEMS = ['android', 'iphone', 'ipad', 'windows', 'mac', 'linux'] as const;
export type System = (typeof SYSTEMS)[number];

/** A phrase that moves an account is good for so long, in minutes, and once. */
export const MOVE_MINUTES = 10;
export const MOVE_WORDS = 6;
