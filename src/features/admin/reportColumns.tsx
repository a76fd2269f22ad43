// The columns of the table of reports.
import type { ReportView } from '../../../api/contract/reports.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { fill } from '../../lib/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './admin.module.css';
import type { Column } from './columns.ts';
import { dateColumn } from './dateColumn.tsx';
import { PersonButton } from './PersonButton.tsx';
import { CONTENT_LENGTH, cutText, REASON_LENGTH, reportDate } from './reportWords.ts';

const { reports: words } = adminMessages;

export interface ReportDeeds {
  onPerson: (id: string) => void;
  onOpen: (id: string) => void;
  /** `index`: where the row stands. */
  onDelete: (row: ReportView, index: number) => void;
}

export function reportColumns({ onPerson, onOpen, onDelete }: ReportDeeds): Column<ReportView>[] {
  return [
    {
      key: 'type',
      label: words.type,
      width: '92px',
      sorts: true,
      cell: ({ type }) => words.types[type],
    },
    {
      key: 'content',
      label: words.content,
      width: 'minmax(0, 2.4fr)',
      sorts: true,
      isName: true,
      cell: ({ targetTitle }) => <span className={styles.text}>{cutText(targetTitle, CONTENT_LENGTH)}</span>,
    },
    {
      key: 'reporter',
      label: words.reporter,
      width: 'minmax(0, 1.2fr)',
      sorts: true,
      cell: ({ reporterId, reporterUsername }) => (
        <PersonButton id={reporterId} username={reporterUsername} onPerson={onPerson} />
      ),
    },
    {
      key: 'reason',
      label: words.reason,
      width: 'minmax(0, 1.8fr)',
      sorts: true,
      cell: ({ reason }) => cutText(reason, REASON_LENGTH),
    },
    {
      key: 'status',
      label: words.status,
      width: '104px',
      sorts: true,
      cell: (row) => <Status row={row} />,
    },
    dateColumn({ key: 'date', label: words.date, width: '104px', show: reportDate }),
    {
      key: 'actions',
      label: adminMessages.table.actions,
      width: '96px',
      cell: (row, index) => {
        const what = cutText(row.targetTitle, CONTENT_LENGTH);
        return (
          <>
            <IconButton label={fill(words.open, { what })} onClick={() => onOpen(row.id)}>
              <Icon name="edit" size={20} />
            </IconButton>
            <IconButton label={fill(words.remove, { what })} onClick={() => onDelete(row, index)}>
              <Icon name="trash" size={20} />
            </IconButton>
          </>
        );
      },
    },
  ];
}

function Status({ row }: { row: ReportView }) {
  const waits = row.status === 'pending' || (row.appeal !== null && row.appealOutcome === null);
  return (
    <span className={`${styles.chip} ${waits ? styles.warn : ''}`}>
      {waits && row.status !== 'pending' ? words.appealed : words.statuses[row.status]}
    </span>
  );
}
