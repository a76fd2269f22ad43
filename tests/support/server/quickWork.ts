// `api/contract/pow.ts` in the project `node`: a run uploads more than a thousand files, and each ticket takes a second of
// a phone with the bits of the product. The challenge names its bits, so nothing else changes.
export * from '../../../api/contract/pow.ts';

/** 2^10 hashes a puzzle: a wrong nonce is right once in 1,024 times, and all 16 of them never. */
export const { POW_BITS } = { POW_BITS: 10 };
