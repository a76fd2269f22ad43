// All accounts. Only admins see addresses, roles and removal.
import { useAtom, useSetAtom } from 'jotai/react';
import { useMemo, useState } from 'react';
import type { UserTableRow } from '../../../api/contract/overview.ts';
import type { UserSort } from '../../../api/contract/tableSorts.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { ActionChoice, ActionMenu } from '../../ui/ActionMenu.tsx';
import { PersonOrb } from '../../ui/PersonOrb.tsx';
import { deleteUserAtom } from './actions.ts';
import styles from './admin.module.css';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { type Column, dateColumn, PersonButton, type TableProps } from './columns.tsx';
import { DataTable } from './DataTable.tsx';
import { focusNear } from './focus.ts';
import { RoleDialog } from './RoleDialog.tsx';
import { userTable } from './tables.ts';

/** The columns of the table of accounts. */
interface UserActions {
  /** Shows addresses, roles and removing. */
  isAdmin: boolean;
  /** The viewer's account: deleted on its own page. */
  ownId: string;
  onPerson: (id: string) => void;
  onRole: (row: UserTableRow) => void;
  /** `index`: position of the row. */
  onDelete: (row: UserTableRow, index: number) => void;
}

function userColumns({ isAdmin, ownId, onPerson, onRole, onDelete }: UserActions): Column<UserTableRow>[] {
  const all: (Column<UserTableRow> | false)[] = [
    {
      key: 'username',
      label: words.username,
      width: 'minmax(0, 2fr)',
      sorts: true,
      isName: true,
      cell: ({ id, username }) => (
        <span className={styles.titled}>
          <PersonOrb userId={id} size={36} />
          <PersonButton id={id} username={username} onPerson={onPerson} />
        </span>
      ),
    },
    isAdmin && {
      key: 'email',
      label: words.email,
      width: 'minmax(0, 2fr)',
      sorts: true,
      isLabelled: true,
      cell: ({ email }) => email ?? '–',
    },
    {
      key: 'uploads',
      label: words.uploads,
      width: '72px',
      sorts: true,
      isNumber: true,
      isLabelled: true,
      cell: ({ totalUploads }) => totalUploads,
    },
    {
      key: 'likes',
      label: words.likes,
      width: '60px',
      sorts: true,
      isNumber: true,
      isLabelled: true,
      cell: ({ totalLikes }) => totalLikes,
    },
    {
      key: 'verified',
      label: words.verified,
      width: '76px',
      sorts: true,
      isLabelled: true,
      line: 3,
      cell: ({ isVerified }) => (isVerified ? words.isVerified : words.isNotVerified),
    },
    {
      key: 'role',
      label: words.role,
      width: '100px',
      sorts: true,
      line: 3,
      cell: ({ role }) => <span className={styles.chip}>{words.roles[role]}</span>,
    },
    dateColumn({ key: 'registered', label: words.registered, line: 3 }),
    isAdmin && {
      key: 'actions',
      label: adminMessages.table.actions,
      width: '64px',
      line: 1,
      cell: (row, index) => {
        const { username: name, hasPassword } = row;
        const isOther = row.id !== ownId;
        return (
          (hasPassword || isOther) && (
            <ActionMenu label={fill(words.more, { name })} title={name}>
              {hasPassword && (
                <ActionChoice icon="shield" onClick={() => onRole(row)}>
                  {fill(words.setRole, { name })}
                </ActionChoice>
              )}
              {isOther && (
                <ActionChoice icon="trash" onClick={() => onDelete(row, index)}>
                  {fill(words.remove, { name })}
                </ActionChoice>
              )}
            </ActionMenu>
          )
        );
      },
    },
  ];
  return all.filter((column) => column !== false);
}

const { users: words } = adminMessages;

interface UsersTableProps extends TableProps<UserSort> {
  isAdmin: boolean;
  /** The viewer's account: deleted on its own page. */
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
        linesHeight={6.25}
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
          asksPassword
          asksLogReason
          onClose={() => setDoomed(null)}
          onConfirm={async ({ password, reason }) => {
            const { code } = await remove({ userId: doomed.row.id, reason, password });
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
