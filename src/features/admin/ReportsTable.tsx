// What people report, and what becomes of it.
import { useAtom, useSetAtom } from 'jotai/react';
import { useMemo, useState } from 'react';
import type { ReportView } from '../../../api/contract/reports.ts';
import type { ReportSort } from '../../../api/contract/tableSorts.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { DataTable } from './DataTable.tsx';
import { deleteReportAtom } from './deeds.ts';
import { focusNear } from './focus.ts';
import { ReportDialog } from './ReportDialog.tsx';
import { reportColumns } from './reportColumns.tsx';
import type { TableProps } from './tableProps.ts';
import { reportTable } from './tables.ts';

const { reports: words } = adminMessages;

export function ReportsTable({ query, sort, onPerson }: TableProps<ReportSort>) {
  const [state, command] = useAtom(reportTable(query));
  const [openId, setOpen] = useState<string | null>(null);
  const [doomed, setDoomed] = useState<{ row: ReportView; index: number } | null>(null);
  const remove = useSetAtom(deleteReportAtom);
  const columns = useMemo(
    () =>
      reportColumns({
        onPerson,
        onOpen: setOpen,
        onDelete: (row, index) => setDoomed({ row, index }),
      }),
    [onPerson],
  );
  const open = state.status === 'ready' ? state.rows.find(({ id }) => id === openId) : undefined;
  return (
    <>
      <DataTable
        label={moderationMessages.admin.reports}
        state={state}
        columns={columns}
        sort={sort}
        cardHeight={224}
        words={words}
        command={command}
      />
      {open !== undefined && (
        <ReportDialog
          key={open.id}
          report={open}
          onClose={() => setOpen(null)}
          onChanged={(row) => void command({ id: row.id, row })}
        />
      )}
      {doomed !== null && (
        <ConfirmDialog
          title={words.removeTitle}
          confirm={words.confirm}
          onClose={() => setDoomed(null)}
          onConfirm={async () => {
            const { code } = await remove({ reportId: doomed.row.id });
            if (code !== null && code !== 'not_found') return moderationMessages.admin.reportDeleteFailed;
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
