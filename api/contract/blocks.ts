// Whom somebody does not want to meet.

/**
 * `mute`: what the other person does vanishes for who asked, and nobody is told. `block`: beside that the other person can
 * neither comment, like, bookmark, follow nor notify.
 */
export const BLOCK_KINDS = ['mute', 'block'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];
