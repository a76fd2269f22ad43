// The sealed cases, newest first. Titles and names show only in an opened case.
import { useAtom } from 'jotai/react';
import { useMemo, useState } from 'react';
import type { EvidenceCaseView, OpenedEvidenceView } from '../../../api/contract/evidence.ts';
import type { EvidenceSort } from '../../../api/contract/tableSorts.ts';
import { formatBytes } from '../../lib/format.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { evidenceMessages } from '../../lib/messages/evidence.ts';
import { fill } from '../../lib/messages.ts';
import { formatDate } from '../../lib/time.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './admin.module.css';
import { CaseQuestion, type CaseTask } from './CaseQuestion.tsx';
import type { Column, TableProps } from './columns.tsx';
import { DataTable } from './DataTable.tsx';
import { EvidenceDialog } from './EvidenceDialog.tsx';
import { shortId } from './evidence.ts';
import panes from './OpenedItem.module.css';
import { evidenceTable } from './tables.ts';

const words = evidenceMessages;

const TASKS: readonly { task: CaseTask; icon: IconName }[] = [
  { task: 'open', icon: 'file' },
  { task: 'extend', icon: 'clock' },
  { task: 'export', icon: 'download' },
];

function evidenceColumns(onAsk: (task: CaseTask, row: EvidenceCaseView) => void): Column<EvidenceCaseView>[] {
  const { columns } = words;
  const date = (iso: string) => <time dateTime={iso}>{formatDate(iso)}</time>;
  return [
    {
      key: 'subject',
      label: columns.subject,
      width: 'minmax(0, 1fr)',
      isName: true,
      cell: ({ subject }) => words.subjects[subject],
    },
    {
      key: 'id',
      label: columns.id,
      width: '88px',
      cell: ({ id }) => <span title={id}>{shortId(id)}</span>,
    },
    {
      key: 'cause',
      label: columns.cause,
      width: 'minmax(0, 1.2fr)',
      cell: ({ cause }) => words.causes[cause],
    },
    {
      key: 'state',
      label: columns.state,
      width: '112px',
      cell: ({ isGone }) => (
        <span className={`${styles.chip} ${isGone ? styles.warn : ''}`}>
          {isGone ? words.gone : words.there}
        </span>
      ),
    },
    {
      key: 'size',
      label: columns.size,
      width: '88px',
      isNumber: true,
      cell: ({ bytes }) => (bytes === 0 ? '–' : formatBytes(bytes)),
    },
    {
      key: 'since',
      label: columns.since,
      line: 3,
      isLabelled: true,
      width: '112px',
      sorts: true,
      isNumber: true,
      cell: ({ since }) => date(since),
    },
    {
      key: 'until',
      label: columns.until,
      line: 3,
      isLabelled: true,
      width: '104px',
      isNumber: true,
      cell: ({ until }) => date(until),
    },
    {
      key: 'actions',
      label: adminMessages.table.actions,
      line: 1,
      width: '144px',
      cell: (row) =>
        TASKS.map(({ task, icon }) => (
          <IconButton
            key={task}
            label={fill(words[task], { id: shortId(row.id) })}
            onClick={() => onAsk(task, row)}
          >
            <Icon name={icon} size={20} />
          </IconButton>
        )),
    },
  ];
}

/** The search of the other tables does not apply: titles and names are sealed. */
export function EvidenceView({ sort }: TableProps<EvidenceSort>) {
  const [state, command] = useAtom(evidenceTable({ direction: sort.direction }));
  const [asked, setAsked] = useState<{ task: CaseTask; row: EvidenceCaseView } | null>(null);
  const [opened, setOpened] = useState<OpenedEvidenceView | null>(null);
  const [lacksAudio, setLacksAudio] = useState(false);
  const columns = useMemo(() => evidenceColumns((task, row) => setAsked({ task, row })), []);
  return (
    <>
      <p className={styles.intro}>{words.intro}</p>
      {lacksAudio && <Notice kind="warn">{words.exportedWithoutAudio}</Notice>}
      <div className={panes.panes}>
        <div>
          <DataTable
            label={words.title}
            state={state}
            columns={columns}
            sort={sort}
            linesHeight={6.75}
            openId={opened?.case.id ?? null}
            words={words}
            command={command}
          />
        </div>
        {opened !== null && (
          <EvidenceDialog key={opened.case.id} opened={opened} onClose={() => setOpened(null)} />
        )}
      </div>
      {asked !== null && (
        <CaseQuestion
          task={asked.task}
          row={asked.row}
          onClose={() => setAsked(null)}
          onOpened={setOpened}
          onExtended={(row) => void command({ id: row.id, row })}
          onSaved={(hasAudio) => setLacksAudio(!hasAudio && asked.row.bytes > 0)}
        />
      )}
    </>
  );
}
