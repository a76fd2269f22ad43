// Roles given and taken by an admin, who shows the password again. There is always an admin left.
import { implement } from '../action.ts';
import { accountCalls } from '../contract/accounts.ts';
import { ApiError, notFound } from '../errors.ts';
import { refuseGuestOffice, refuseWithoutAdmin } from './policy.ts';
import { countAdmins, findAccount } from './queries.ts';
import { giveRole } from './role.ts';

export const roleActions = implement(accountCalls, {
  async setRole({ userId, role }, context) {
    const { db } = context;
    const before = await findAccount(db, userId);
    if (!before) throw notFound('User');
    refuseGuestOffice(before);
    if (before.role === role) throw new ApiError('conflict', `This account is ${role} already`);
    refuseWithoutAdmin(before, role, await countAdmins(db));
    await giveRole(db, userId, role, context.now);
    const target = { targetType: 'account', targetId: userId };
    const detail = { from: before.role, to: role };
    const after = await findAccount(db, userId);
    await context.audit({ action: 'setRole', ...target, detail, before, after });
    return { userId, role };
  },
});
