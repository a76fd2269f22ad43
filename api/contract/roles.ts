// Roles of accounts.

export const ROLES = ['guest', 'user', 'moderator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What an admin can give to an account that somebody can sign in to. */
export const ASSIGNABLE_ROLES = ['user', 'moderator', 'admin'] as const satisfies readonly Role[];
export type AssignableRole = (typeof ASSIGNABLE_ROLES)[number];
