// Phrases that a person can read out: six of 256 plain words, 48 random bits, good for minutes and once.
import { randomInt } from 'node:crypto';
import { MOVE_WORDS } from '../contract/limits.ts';

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

/** As typed or read from an address: case, and what stands between the words, do not matter. */
export const normalisePhrase = (typed: string): string =>
  typed
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.join(' ') ?? '';
