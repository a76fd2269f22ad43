// The reports and their outcomes.
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react';
import { useMemo, useState } from 'react';
import { REPORT_CATEGORIES, REPORT_STATUSES } from '../../../api/contract/reportCategories.ts';
import type { ReportView } from '../../../api/contract/reports.ts';
import type { ReportSort } from '../../../api/contract/tableSorts.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { fill } from '../../lib/messages.ts';
import { ActionChoice, ActionMenu } from '../../ui/ActionMenu.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TrackCover } from '../../ui/TrackCover.tsx';
import { deleteReportAtom } from './actions.ts';
import styles from './admin.module.css';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { type Column, dateColumn, type TableProps } from './columns.tsx';
import { DataTable } from './DataTable.tsx';
import { focusNear } from './focus.ts';
import panes from './OpenedItem.module.css';
import { RemovalBar } from './RemovalBar.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { heldRemovalsAtom, holdRemovalAtom } from './removals.ts';
import { CONTENT_LENGTH, cutText, REASON_LENGTH, reportDate, reporterText } from './reportWords.ts';
import { reportTable } from './tables.ts';

/** The columns of the table of reports. */
interface ReportActions {
  isAdmin: boolean;
  /** Their content is being taken down. */
  leaving: readonly ReportView[];
  onOpen: (id: string) => void;
  /** `index`: position of the row. */
  onDelete: (row: ReportView, index: number) => void;
}

function reportColumns({ isAdmin, leaving, onOpen, onDelete }: ReportActions): Column<ReportView>[] {
  return [
    {
      key: 'gravity',
      label: words.gravity,
      width: '76px',
      sorts: true,
      cell: ({ gravity }) => (
        <span className={`${styles.chip} ${gravity === 'urgent' ? styles.urgent : ''}`}>
          {words.gravities[gravity]}
        </span>
      ),
    },
    {
      key: 'category',
      label: words.category,
      width: 'minmax(0, 1.6fr)',
      sorts: true,
      cell: ({ category }) => words.categories[category ?? 'other'],
    },
    {
      key: 'type',
      label: words.type,
      line: 1,
      width: '84px',
      sorts: true,
      cell: ({ type }) => words.types[type],
    },
    {
      key: 'content',
      label: words.content,
      width: 'minmax(0, 2.2fr)',
      sorts: true,
      isName: true,
      cell: ({ targetTitle, recording }) => (
        <span className={recording === null ? undefined : styles.titled}>
          {recording !== null && <TrackCover cover={recording.cover} className={styles.cover} />}
          <span className={styles.text}>{cutText(targetTitle, CONTENT_LENGTH)}</span>
        </span>
      ),
    },
    {
      key: 'reporter',
      label: words.reporter,
      line: 3,
      width: 'minmax(0, 1.8fr)',
      sorts: true,
      cell: ({ reporter }) => reporterText(reporter),
    },
    {
      key: 'reason',
      label: words.reason,
      line: 3,
      width: 'minmax(0, 1.7fr)',
      sorts: true,
      cell: ({ reason }) => cutText(reason, REASON_LENGTH),
    },
    {
      key: 'status',
      label: words.status,
      width: '104px',
      sorts: true,
      cell: (row) => <Status row={row} isLeaving={isTakenWith(leaving, row)} />,
    },
    dateColumn({ key: 'date', label: words.date, width: '92px', show: reportDate, line: 3 }),
    {
      key: 'actions',
      label: adminMessages.table.actions,
      line: 1,
      width: '96px',
      cell: (row, index) => {
        const what = cutText(row.targetTitle, CONTENT_LENGTH);
        return (
          <>
            <IconButton
              label={fill(words.open, { what })}
              disabled={isTakenWith(leaving, row)}
              onClick={() => onOpen(row.id)}
            >
              <Icon name="file" size={20} />
            </IconButton>
            <ActionMenu label={fill(words.more, { what })} title={words.title}>
              <ActionChoice
                icon="trash"
                disabled={whyNotDeleted(row, isAdmin) !== null}
                onClick={() => onDelete(row, index)}
              >
                {whyNotDeleted(row, isAdmin) ?? fill(words.remove, { what })}
              </ActionChoice>
            </ActionMenu>
          </>
        );
      },
    },
  ];
}

/** Why this moderator cannot delete the report; null if they can. */
function whyNotDeleted(row: ReportView, isAdmin: boolean): string | null {
  if (row.barredAs !== null) return words.barred[row.barredAs];
  const isAppealed = row.appeal !== null && row.appealOutcome === null;
  if (row.status === 'resolved') return isAppealed ? words.decideFirst : null;
  return isAdmin && row.gravity !== 'urgent' ? null : words.decideFirst;
}

/** Whether a removal that is not sent yet resolves this report: a recording goes with its description and comments. */
const isTakenWith = (leaving: readonly ReportView[], row: ReportView): boolean =>
  row.status !== 'resolved' &&
  leaving.some(({ type, targetId }) =>
    type === 'recording' ? row.trackId === targetId : row.type === type && row.targetId === targetId,
  );

function Status({ row, isLeaving }: { row: ReportView; isLeaving: boolean }) {
  if (isLeaving) return <span className={`${styles.chip} ${styles.warn}`}>{words.leaving}</span>;
  const waits = row.status === 'pending' || (row.appeal !== null && row.appealOutcome === null);
  return (
    <span className={`${styles.chip} ${waits ? styles.warn : ''}`}>
      {waits && row.status !== 'pending' ? words.appealed : words.statuses[row.status]}
    </span>
  );
}

const { reports: words } = adminMessages;

type Filters = { category: string | null; status: string | null };

interface ReportsTableProps extends TableProps<ReportSort> {
  isAdmin: boolean;
  /** From the address; unknown ones are ignored. */
  filters: Filters;
}

interface ReportFiltersProps {
  filters: Filters;
  onFilter: (change: Partial<Filters>) => void;
}

const CATEGORIES = [...REPORT_CATEGORIES, 'other'] as const;

/** Selects one category and one status. */
export function ReportFilters({ filters, onFilter }: ReportFiltersProps) {
  return (
    <div className={styles.filters}>
      <select
        aria-label={words.filterCategory}
        value={filters.category ?? ''}
        onChange={(event) => onFilter({ category: event.currentTarget.value || null })}
      >
        <option value="">{words.allCategories}</option>
        {CATEGORIES.map((category) => (
          <option key={category} value={category}>
            {words.categories[category]}
          </option>
        ))}
      </select>
      <select
        aria-label={words.filterStatus}
        value={filters.status ?? ''}
        onChange={(event) => onFilter({ status: event.currentTarget.value || null })}
      >
        <option value="">{words.allStatuses}</option>
        {REPORT_STATUSES.map((status) => (
          <option key={status} value={status}>
            {words.statuses[status]}
          </option>
        ))}
      </select>
    </div>
  );
}

export function ReportsTable({ query, sort, isAdmin, filters }: ReportsTableProps) {
  const category = CATEGORIES.find((each) => each === filters.category);
  const status = REPORT_STATUSES.find((each) => each === filters.status);
  const [state, command] = useAtom(
    reportTable({ ...query, ...(category && { category }), ...(status && { status }) }),
  );
  const [openId, setOpen] = useState<string | null>(null);
  const [doomed, setDoomed] = useState<{ row: ReportView; index: number } | null>(null);
  const remove = useSetAtom(deleteReportAtom);
  const hold = useSetAtom(holdRemovalAtom);
  const held = useAtomValue(heldRemovalsAtom);
  const leaving = useMemo(() => held.map(({ about }) => about), [held]);
  const columns = useMemo(
    () =>
      reportColumns({
        isAdmin,
        leaving,
        onOpen: setOpen,
        onDelete: (row, index) => setDoomed({ row, index }),
      }),
    [isAdmin, leaving],
  );
  const rows = state.status === 'ready' ? state.rows : [];
  const open = rows.find(({ id }) => id === openId);
  const move = (by: 1 | -1) => {
    const next = rows[rows.findIndex(({ id }) => id === openId) + by];
    if (!next || isTakenWith(leaving, next)) return;
    setOpen(next.id);
    document.querySelector(`[data-row="${next.id}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <RemovalBar />
      <div className={panes.panes}>
        <div>
          <DataTable
            label={moderationMessages.admin.reports}
            state={state}
            columns={columns}
            sort={sort}
            linesHeight={7.25}
            openId={open?.id ?? null}
            words={words}
            command={command}
          />
        </div>
        {open !== undefined && (
          <ReportDialog
            key={open.id}
            report={open}
            isAdmin={isAdmin}
            onClose={() => setOpen(null)}
            onMove={move}
            onChanged={(row) => void command({ id: row.id, row })}
            onRemove={(removal) => {
              hold(removal);
              setOpen(null);
            }}
          />
        )}
      </div>
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
