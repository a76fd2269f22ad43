// `api/contract/pow.ts` in the project `node`: a run uploads over a thousand files, and a ticket of the product takes a
// phone a second. The challenge contains its difficulty, so nothing else changes.
export * from '../../../api/contract/pow.ts';

/** 2^10 hashes a puzzle: a wrong nonce is right once in 1,024 times, and all 16 of them never. */
export const { POW_BITS } = { POW_BITS: 10 };
