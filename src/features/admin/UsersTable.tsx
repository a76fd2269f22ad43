// Everybody who has an account. Addresses, roles and removing are for admins.
import { useAtom, useSetAtom } from 'jotai/react';
import { useMemo, useState } from 'react';
import type { UserTableRow } from '../../../api/contract/overview.ts';
import type { UserSort } from '../../../api/contract/tableSorts.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { DataTable } from './DataTable.tsx';
import { deleteUserAtom } from './deeds.ts';
import { focusNear } from './focus.ts';
import { RoleDialog } from './RoleDialog.tsx';
import type { TableProps } from './tableProps.ts';
import { userTable } from './tables.ts';
import { userColumns } from './userColumns.tsx';

const { users: words } = adminMessages;

export interface UsersTableProps extends TableProps<UserSort> {
  isAdmin: boolean;
  /** Account of whoever looks: goes by its own page. */
  ownId: string;
}

export function UsersTable({ query, sort, onPerson, isAdmin, ownId }: UsersTableProps) {
  const [state, command] = useAtom(userTable(query));
  const [doomed, setDoomed] = useState<{ row: UserTableRow; index: number } | null>(null);
  const [promoted, setPromoted] = useState<UserTableRow | null>(null);
  const remove = useSetAtom(deleteUserAtom);
  const columns = useMemo(
    () =>
      userColumns({
        isAdmin,
        ownId,
        onPerson,
        onRole: setPromoted,
        onDelete: (row, index) => setDoomed({ row, index }),
      }),
    [onPerson, isAdmin, ownId],
  );
  return (
    <>
      <DataTable
        label={moderationMessages.admin.users}
        state={state}
        columns={columns}
        sort={sort}
        cardHeight={176}
        words={words}
        command={command}
      />
      {promoted !== null && (
        <RoleDialog
          person={promoted}
          onClose={() => setPromoted(null)}
          onGiven={(role) => void command({ id: promoted.id, row: { ...promoted, role } })}
        />
      )}
      {doomed !== null && (
        <ConfirmDialog
          title={fill(words.removeTitle, { name: doomed.row.username })}
          confirm={words.confirm}
          asksPassword={doomed.row.role === 'admin'}
          onClose={() => setDoomed(null)}
          onConfirm={async ({ password }) => {
            const proof = doomed.row.role === 'admin' ? { password } : {};
            const { code } = await remove({ userId: doomed.row.id, ...proof });
            if (code === 'wrong_credentials') return words.wrongPassword;
            if (code !== null && code !== 'not_found') return `${words.removeFailed} ${failureText(code)}`;
            await command({ id: doomed.row.id, row: null });
            focusNear(doomed.index);
            return null;
          }}
        >
          <p>{words.removeText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
