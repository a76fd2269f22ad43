// The columns of the table of accounts.
import type { UserTableRow } from '../../../api/contract/overview.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { fill } from '../../lib/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { PersonOrb } from '../../ui/PersonOrb.tsx';
import styles from './admin.module.css';
import type { Column } from './columns.ts';
import { dateColumn } from './dateColumn.tsx';
import { PersonButton } from './PersonButton.tsx';

const { users: words } = adminMessages;

export interface UserDeeds {
  /** Shows addresses, roles and removing. */
  isAdmin: boolean;
  /** Account of whoever looks: goes by its own page. */
  ownId: string;
  onPerson: (id: string) => void;
  onRole: (row: UserTableRow) => void;
  /** `index`: where the row stands. */
  onDelete: (row: UserTableRow, index: number) => void;
}

export function userColumns({
  isAdmin,
  ownId,
  onPerson,
  onRole,
  onDelete,
}: UserDeeds): Column<UserTableRow>[] {
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
      cell: ({ email }) => email ?? '–',
    },
    {
      key: 'uploads',
      label: words.uploads,
      width: '72px',
      sorts: true,
      isNumber: true,
      cell: ({ totalUploads }) => totalUploads,
    },
    {
      key: 'likes',
      label: words.likes,
      width: '60px',
      sorts: true,
      isNumber: true,
      cell: ({ totalLikes }) => totalLikes,
    },
    {
      key: 'verified',
      label: words.verified,
      width: '76px',
      sorts: true,
      cell: ({ isVerified }) => (isVerified ? words.isVerified : words.isNotVerified),
    },
    {
      key: 'role',
      label: words.role,
      width: '100px',
      sorts: true,
      cell: ({ role }) => <span className={styles.chip}>{words.roles[role]}</span>,
    },
    dateColumn({ key: 'registered', label: words.registered }),
    isAdmin && {
      key: 'actions',
      label: adminMessages.table.actions,
      width: '96px',
      cell: (row, index) => (
        <>
          {row.hasPassword && (
            <IconButton label={fill(words.setRole, { name: row.username })} onClick={() => onRole(row)}>
              <Icon name="shield" size={20} />
            </IconButton>
          )}
          {row.id !== ownId && (
            <IconButton
              label={fill(words.remove, { name: row.username })}
              onClick={() => onDelete(row, index)}
            >
              <Icon name="trash" size={20} />
            </IconButton>
          )}
        </>
      ),
    },
  ];
  return all.filter((column) => column !== false);
}
