// Actions of moderators and admins, and a check whether the log was changed or cut.
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { AuditTableRow } from '../../../api/contract/overview.ts';
import type { RulesView } from '../../../api/contract/rules.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { formatMoment } from '../../lib/time.ts';
import { rulesAtom } from '../../state/rules.ts';
import { Button } from '../../ui/Button.tsx';
import { FileInput } from '../../ui/FileInput.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import styles from './admin.module.css';
import { type AuditNote, auditCheckAtom, checkAuditAtom, noteFile, readNote } from './audit.ts';
import { auditDetails, auditSentence, targetText } from './auditSentence.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { type Column, PersonButton, type TableProps } from './columns.tsx';
import { DataTable } from './DataTable.tsx';
import { auditTable } from './tables.ts';

/** The columns of the audit log. */
function auditColumns(onPerson: (id: string) => void, rules: RulesView | null): Column<AuditTableRow>[] {
  return [
    {
      key: 'date',
      label: words.date,
      line: 3,
      width: '140px',
      sorts: true,
      cell: ({ at }) => <time dateTime={at}>{formatMoment(at)}</time>,
    },
    {
      key: 'who',
      label: words.who,
      line: 3,
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
      width: 'minmax(0, 2.4fr)',
      isName: true,
      cell: (row) => auditSentence(row),
    },
    {
      key: 'target',
      label: words.target,
      line: 3,
      width: 'minmax(0, 1.2fr)',
      cell: (row) => <Target row={row} onPerson={onPerson} />,
    },
    {
      key: 'detail',
      label: words.detail,
      line: 2,
      width: 'minmax(0, 2fr)',
      cell: (row) => {
        const text = auditDetails(row, rules);
        return <span title={text}>{text}</span>;
      },
    },
  ];
}

const { log: words } = adminMessages;

/** Link to the entry's target: an account filters the table, a recording opens. */
function Target({ row, onPerson }: { row: AuditTableRow; onPerson: (id: string) => void }) {
  const { targetType, targetId, targetName } = row;
  if (targetName === null) return targetText(row);
  if (targetType === 'account')
    return <PersonButton id={targetId} username={targetName} onPerson={onPerson} />;
  return targetType === 'track' ? <Link to={paths.player(targetId)}>{targetName}</Link> : targetName;
}

export function AuditView({ query, sort, onPerson }: TableProps<'date'>) {
  const [state, command] = useAtom(auditTable(query));
  const rules = useAtomValue(rulesAtom);
  const columns = useMemo(() => auditColumns(onPerson, rules), [onPerson, rules]);
  return (
    <>
      <Check />
      <DataTable
        label={adminMessages.audit}
        state={state}
        columns={columns}
        sort={sort}
        linesHeight={6.5}
        words={words}
        command={command}
      />
    </>
  );
}

function Check() {
  const check = useAtomValue(auditCheckAtom);
  const run = useSetAtom(checkAuditAtom);
  const file = useRef<HTMLInputElement>(null);
  const [isNoNote, setNoNote] = useState(false);
  /** What to check once the password is entered; null: no question is open. */
  const [asked, setAsked] = useState<{ compared: AuditNote | null } | null>(null);
  const newest = check.phase === 'done' ? check.result.newest : null;
  const compare = async (chosen: File) => {
    const note = readNote(await chosen.text());
    setNoNote(note === null);
    if (note !== null) setAsked({ compared: note });
  };
  return (
    <details className={styles.check}>
      <summary>
        <Icon name="shield" size={18} />
        {words.checkTitle}
      </summary>
      <p>{words.checkText}</p>
      <div className={styles.headActions}>
        <Button
          kind="bare"
          needsServer
          busy={check.phase === 'checking'}
          onClick={() => setAsked({ compared: null })}
        >
          {words.check}
        </Button>
        <Button kind="bare" onClick={() => file.current?.click()}>
          {words.compare}
        </Button>
        <FileInput
          input={file}
          accept="application/json,.json"
          label={words.compare}
          onFile={(chosen) => void compare(chosen)}
        />
        {newest !== null && (
          <Button
            kind="bare"
            onClick={() =>
              saveFile(noteFile(newest, new Date().toISOString()), `aural-audit-${newest.position}.json`)
            }
          >
            {words.export}
          </Button>
        )}
      </div>
      {asked !== null && (
        <ConfirmDialog
          title={words.checkTitle}
          confirm={words.check}
          kind="primary"
          asksPassword
          onClose={() => setAsked(null)}
          onConfirm={async ({ password }) => {
            const code = await run(asked.compared, password);
            return code === 'wrong_credentials' ? adminMessages.users.wrongPassword : null;
          }}
        >
          <p>{words.passwordText}</p>
        </ConfirmDialog>
      )}
      {isNoNote && <Notice kind="bad">{words.notANote}</Notice>}
      {check.phase === 'failed' && (
        <Notice kind="bad">
          {words.failed} {failureText(check.code)}
        </Notice>
      )}
      {check.phase === 'done' && (
        <>
          {check.result.brokenAt === null ? (
            <Notice kind="good">{fill(words.whole, { n: check.result.rows })}</Notice>
          ) : (
            <Notice kind="bad">{fill(words.broken, { n: check.result.brokenAt })}</Notice>
          )}
          {check.compared !== null && check.result.noted !== null && (
            <Notice kind={check.result.noted === 'there' ? 'good' : 'bad'}>
              {fill(words.noted[check.result.noted], { n: check.compared.position })}
            </Notice>
          )}
          {newest !== null && (
            <p className={styles.hash}>{fill(words.newest, { n: newest.position, hash: newest.hash })}</p>
          )}
        </>
      )}
    </details>
  );
}
