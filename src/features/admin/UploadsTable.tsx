// Every recording: play it, read its comments, delete it.
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useMemo, useState } from 'react';
import type { TrackTableRow } from '../../../api/contract/overview.ts';
import type { TrackSort } from '../../../api/contract/tableSorts.ts';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { fill, messages } from '../../lib/messages.ts';
import { ActionChoice, ActionMenu } from '../../ui/ActionMenu.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TrackCover } from '../../ui/TrackCover.tsx';
import { deleteTrackAtom } from './actions.ts';
import styles from './admin.module.css';
import { CommentsDialog } from './CommentsDialog.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { type Column, dateColumn, PersonButton, type TableProps } from './columns.tsx';
import { DataTable } from './DataTable.tsx';
import { focusNear } from './focus.ts';
import { heardTrackAtom, stopListeningAtom, toggleListeningAtom, unplayableTrackAtom } from './listening.ts';
import { trackTable } from './tables.ts';

/** The columns of the table of recordings. */
interface UploadActions {
  onPerson: (id: string) => void;
  onComments: (row: TrackTableRow) => void;
  /** `index`: position of the row. */
  onDelete: (row: TrackTableRow, index: number) => void;
}

function uploadColumns({ onPerson, onComments, onDelete }: UploadActions): Column<TrackTableRow>[] {
  return [
    {
      key: 'title',
      label: words.title,
      width: 'minmax(0, 3fr)',
      sorts: true,
      isName: true,
      cell: (row) => <Title row={row} />,
    },
    {
      key: 'user',
      label: words.user,
      width: 'minmax(0, 1.4fr)',
      sorts: true,
      cell: ({ user }) => <PersonButton {...user} onPerson={onPerson} />,
    },
    {
      key: 'length',
      label: words.length,
      width: '64px',
      sorts: true,
      isNumber: true,
      cell: ({ duration }) => formatDuration(duration),
    },
    {
      key: 'size',
      label: words.size,
      width: '84px',
      sorts: true,
      isNumber: true,
      cell: ({ fileSize }) => formatBytes(fileSize),
    },
    {
      key: 'likes',
      label: words.likes,
      width: '60px',
      sorts: true,
      isNumber: true,
      icon: 'heart',
      cell: ({ likes }) => likes,
    },
    {
      key: 'comments',
      label: words.comments,
      width: '88px',
      sorts: true,
      isNumber: true,
      icon: 'comment',
      cell: ({ commentsCount }) => commentsCount,
    },
    dateColumn({ key: 'date', label: words.date }),
    {
      key: 'actions',
      label: adminMessages.table.actions,
      width: '96px',
      cell: (row, index) => (
        <>
          <PlayButton row={row} />
          <ActionMenu label={fill(words.more, { title: row.title })} title={row.title}>
            <ActionChoice icon="comment" onClick={() => onComments(row)}>
              {fill(words.showComments, { title: row.title })}
            </ActionChoice>
            <ActionChoice icon="trash" onClick={() => onDelete(row, index)}>
              {fill(words.remove, { title: row.title })}
            </ActionChoice>
          </ActionMenu>
        </>
      ),
    },
  ];
}

function Title({ row }: { row: TrackTableRow }) {
  const failed = useAtomValue(unplayableTrackAtom) === row.id;
  return (
    <span className={styles.titled}>
      <TrackCover cover={row.cover} className={styles.cover} />
      <span className={styles.text} title={row.title}>
        {row.title || messages.card.untitled}
        {failed && (
          <span role="alert" className={styles.bad}>
            {' '}
            {words.playFailed}
          </span>
        )}
      </span>
    </span>
  );
}

function PlayButton({ row }: { row: TrackTableRow }) {
  const isHeard = useAtomValue(heardTrackAtom) === row.id;
  const toggle = useSetAtom(toggleListeningAtom);
  return (
    <IconButton
      label={fill(isHeard ? words.pause : words.play, { title: row.title })}
      active={isHeard}
      onClick={() => toggle(row)}
    >
      <Icon name={isHeard ? 'pause' : 'play'} size={20} />
    </IconButton>
  );
}

const { uploads: words } = adminMessages;

interface UploadsTableProps extends TableProps<TrackSort> {
  /** The viewer's account: own recordings are deleted, others' are taken down. */
  ownId: string;
}

export function UploadsTable({ query, sort, onPerson, ownId }: UploadsTableProps) {
  const [state, command] = useAtom(trackTable(query));
  const [comments, setComments] = useState<TrackTableRow | null>(null);
  const [doomed, setDoomed] = useState<{ row: TrackTableRow; index: number } | null>(null);
  const isOwn = doomed?.row.user.id === ownId;
  const remove = useSetAtom(deleteTrackAtom);
  const stop = useSetAtom(stopListeningAtom);
  useEffect(() => () => stop(), [stop]);
  const columns = useMemo(
    () =>
      uploadColumns({
        onPerson,
        onComments: setComments,
        onDelete: (row, index) => setDoomed({ row, index }),
      }),
    [onPerson],
  );
  return (
    <>
      <DataTable
        label={moderationMessages.admin.uploads}
        state={state}
        columns={columns}
        sort={sort}
        linesHeight={5.75}
        words={words}
        command={command}
      />
      {comments !== null && (
        <CommentsDialog
          track={comments}
          onClose={() => setComments(null)}
          onRemoved={() => {
            const row = { ...comments, commentsCount: comments.commentsCount - 1 };
            setComments(row);
            void command({ id: row.id, row });
          }}
        />
      )}
      {doomed !== null && (
        <ConfirmDialog
          title={isOwn ? words.removeTitle : words.takeDownTitle}
          confirm={isOwn ? words.confirm : words.takeDown}
          onClose={() => setDoomed(null)}
          asksRule={!isOwn}
          {...(isOwn ? {} : { reasonFor: doomed.row.user.username })}
          onConfirm={async (given) => {
            const { row, index } = doomed;
            if ((await remove(row.id, given)) !== null) return moderationMessages.admin.deleteTrackFailed;
            stop();
            await command({ id: row.id, row: null });
            focusNear(index);
            return null;
          }}
        >
          <p>
            {fill(isOwn ? words.removeText : words.takeDownText, {
              title: doomed.row.title,
              name: doomed.row.user.username,
            })}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
