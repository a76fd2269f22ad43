// Every recording: play it, read its comments, delete it.
import { useAtom, useSetAtom } from 'jotai/react';
import { useEffect, useMemo, useState } from 'react';
import type { TrackTableRow } from '../../../api/contract/overview.ts';
import type { TrackSort } from '../../../api/contract/tableSorts.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { fill } from '../../lib/messages.ts';
import { CommentsDialog } from './CommentsDialog.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { DataTable } from './DataTable.tsx';
import { deleteTrackAtom } from './deeds.ts';
import { focusNear } from './focus.ts';
import { stopListeningAtom } from './listening.ts';
import type { TableProps } from './tableProps.ts';
import { trackTable } from './tables.ts';
import { uploadColumns } from './uploadColumns.tsx';

const { uploads: words } = adminMessages;
export function UploadsTable({ query, sort, onPerson }: TableProps<TrackSort>) {
  const [state, command] = useAtom(trackTable(query));
  const [comments, setComments] = useState<TrackTableRow | null>(null);
  const [doomed, setDoomed] = useState<{ row: TrackTableRow; index: number } | null>(null);
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
        cardHeight={190}
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
          title={words.removeTitle}
          confirm={words.confirm}
          onClose={() => setDoomed(null)}
          reasonFor={doomed.row.user.username}
          onConfirm={async ({ reason }) => {
            const { row, index } = doomed;
            if ((await remove(row.id, reason)) !== null) return moderationMessages.admin.deleteTrackFailed;
            stop();
            await command({ id: row.id, row: null });
            focusNear(index);
            return null;
          }}
        >
          <p>{fill(words.removeText, { title: doomed.row.title, name: doomed.row.user.username })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
