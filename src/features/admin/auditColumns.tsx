// The columns of the audit log.
import type { AuditTableRow } from '../../../api/contract/overview.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { formatMoment } from '../../lib/time.ts';
import type { Column } from './columns.ts';
import { PersonButton } from './PersonButton.tsx';

const { log: words } = adminMessages;

export function auditColumns(onPerson: (id: string) => void): Column<AuditTableRow>[] {
  return [
    {
      key: 'date',
      label: words.date,
      width: '140px',
      sorts: true,
      cell: ({ at }) => <time dateTime={at}>{formatMoment(at)}</time>,
    },
    {
      key: 'who',
      label: words.who,
      width: 'minmax(0, 1.2fr)',
      cell: ({ actorId, actorName }) =>
        actorId === 'shell' ? (
          words.shell
        ) : (
          <PersonButton id={actorId} username={actorName ?? actorId} onPerson={onPerson} />
        ),
    },
    {
      key: 'action',
      label: words.action,
      width: 'minmax(0, 1.4fr)',
      isName: true,
      cell: ({ action }) => action,
    },
    {
      key: 'target',
      label: words.target,
      width: 'minmax(0, 1.6fr)',
      cell: ({ targetType, targetId }) => `${targetType} ${targetId}`,
    },
    {
      key: 'detail',
      label: words.detail,
      width: 'minmax(0, 2fr)',
      cell: ({ detail }) => {
        const text = detail.map(({ name, value }) => `${name}: ${value}`).join(', ');
        return <span title={text}>{text}</span>;
      },
    },
  ];
}
