// Roles of accounts.

export const ROLES = ['guest', 'user', 'moderator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that decide about content of others. */
export const DECIDING_ROLES = ['moderator', 'admin'] as const satisfies readonly Role[];

/** Roles an admin can assign to a registered account. */
export const ASSIGNABLE_ROLES = ['user', 'moderator', 'admin'] as const satisfies readonly Role[];
export type AssignableRole = (typeof ASSIGNABLE_ROLES)[number];
