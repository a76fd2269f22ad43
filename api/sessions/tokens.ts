// Opaque session tokens: 256 random bits for the caller, their SHA-256 for the database.
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { MOVE_WORDS } from '../contract/limits.ts';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const newToken = () => randomBytes(32).toString('base64url');

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** `__Host-` binds the cookie to this origin, but browsers take it over https only. */
export const cookieName = (secure: boolean) => (secure ? '__Host-aural' : 'aural');

/** What a Cookie header says under a name; undefined when it says nothing. */
export function cookieValue(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at >= 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * The token of a request, from `Authorization: Bearer` or the cookie.
 * `undefined` when none was sent, null when the one sent cannot be valid.
 */
export function presentedToken(
  headers: { cookie: string; authorization: string },
  secure: boolean,
): { token: string | null; viaCookie: boolean } | undefined {
  const bearer = /^Bearer +(.+)$/i.exec(headers.authorization)?.[1]?.trim();
  if (bearer !== undefined) return { token: TOKEN.test(bearer) ? bearer : null, viaCookie: false };
  const value = cookieValue(headers.cookie, cookieName(secure));
  if (value === undefined || value === '') return undefined;
  return { token: TOKEN.test(value) ? value : null, viaCookie: true };
}

/** Short, common, and no two that sound or look alike. */
const WORDS: readonly string[] = (
  'acorn alarm album alley almond amber anchor apple apron arrow atlas autumn avenue badge bakery ' +
  'balcony ballet bamboo banana banjo barrel basket beach beaver bell berry bishop blanket blossom ' +
  'bottle boulder branch bread breeze brick bridge bronze broom bubble bucket button cabin cactus camel ' +
  'candle canoe canvas carpet carrot castle cedar cello cherry chimney cinema circle citrus cliff ' +
  'clover cobalt coffee comet compass copper coral cotton cradle crayon cricket crystal curtain cushion ' +
  'daisy dancer desert dolphin domino dragon drawer drum eagle easel echo elbow ember engine fabric ' +
  'falcon feather ferry fiddle finger forest fossil fountain frost galaxy garden garlic ginger giraffe ' +
  'glacier globe goblet granite guitar hammer hammock harbor harvest hazel hedge helmet honey horizon ' +
  'hotel island ivory jacket jasmine jelly jigsaw jungle kayak kettle kitchen kitten ladder lagoon ' +
  'lantern lemon library lilac lobster locket lotus magnet mango maple marble market maze meadow melon ' +
  'mirror monkey morning mosaic mountain museum mustard napkin nectar needle noodle nutmeg oasis ocean ' +
  'olive onion opera orange orbit orchid otter oyster paddle palace panda paper parrot pastry peanut ' +
  'pebble pencil penguin pepper piano picnic pillow pilot planet plum pocket polar pony poppy potato ' +
  'prairie puzzle quartz rabbit radio rainbow raven ribbon river robin rocket rubber saddle saffron ' +
  'salmon sandal satin scarf school shadow shelter silver sketch skyline snail spider spiral sponge ' +
  'spruce square stable statue summer sunset swallow syrup table tango teapot temple thunder ticket ' +
  'tiger timber tomato tractor trumpet tulip tunnel turtle umbrella valley vanilla velvet village ' +
  'violin volcano waffle walnut water whistle willow window winter wizard yellow zebra zipper'
).split(' ');

export const newPhrase = (): string =>
  Array.from({ length: MOVE_WORDS }, () => WORDS[randomInt(WORDS.length)]).join(' ');

/** As typed or read from an address: case and separators do not matter. */
export const normalisePhrase = (typed: string): string =>
  typed
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.join(' ') ?? '';
