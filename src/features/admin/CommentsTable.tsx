// Every comment of every recording.
import { useAtom } from 'jotai/react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { CommentTableRow } from '../../../api/contract/overview.ts';
import type { CommentSort } from '../../../api/contract/tableSorts.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { fill } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { ActionChoice, ActionMenu } from '../../ui/ActionMenu.tsx';
import styles from './admin.module.css';
import { CommentDeletion } from './CommentDeletion.tsx';
import { type Column, dateColumn, PersonButton, type TableProps } from './columns.tsx';
import { DataTable } from './DataTable.tsx';
import { focusNear } from './focus.ts';
import { commentTable } from './tables.ts';

const { comments: words } = adminMessages;

export function CommentsTable({ query, sort, onPerson }: TableProps<CommentSort>) {
  const [state, command] = useAtom(commentTable(query));
  const [doomed, setDoomed] = useState<{ row: CommentTableRow; index: number } | null>(null);
  const columns = useMemo((): Column<CommentTableRow>[] => {
    return [
      {
        key: 'content',
        label: words.content,
        width: 'minmax(0, 3fr)',
        isName: true,
        cell: ({ content }) => (
          <span className={styles.text} title={content}>
            {content}
          </span>
        ),
      },
      {
        key: 'user',
        label: words.user,
        width: 'minmax(0, 1.2fr)',
        sorts: true,
        cell: ({ user }) => <PersonButton {...user} onPerson={onPerson} />,
      },
      {
        key: 'track',
        label: words.track,
        width: 'minmax(0, 1.6fr)',
        sorts: true,
        cell: ({ trackId, trackTitle }) => (
          <Link className={styles.name} to={paths.player(trackId)}>
            {trackTitle}
          </Link>
        ),
      },
      dateColumn({ key: 'date', label: words.date }),
      {
        key: 'likes',
        label: words.likes,
        width: '60px',
        sorts: true,
        isNumber: true,
        icon: 'heart',
        cell: ({ likeCount }) => likeCount,
      },
      {
        key: 'actions',
        label: adminMessages.table.actions,
        width: '64px',
        cell: (row, index) => (
          <ActionMenu label={fill(words.more, { name: row.user.username })} title={words.content}>
            <ActionChoice icon="trash" onClick={() => setDoomed({ row, index })}>
              {fill(words.remove, { name: row.user.username })}
            </ActionChoice>
          </ActionMenu>
        ),
      },
    ];
  }, [onPerson]);
  return (
    <>
      <DataTable
        label={moderationMessages.admin.comments}
        state={state}
        columns={columns}
        sort={sort}
        linesHeight={5.75}
        words={words}
        command={command}
      />
      {doomed !== null && (
        <CommentDeletion
          comment={doomed.row}
          onClose={() => setDoomed(null)}
          onRemoved={() => {
            void command({ id: doomed.row.id, row: null });
            focusNear(doomed.index);
          }}
        />
      )}
    </>
  );
}
