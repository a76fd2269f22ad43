// The uploader's record: account age, earlier decisions, reports, trust.
import { useAtomValue, useSetAtom } from 'jotai';
import type { UploaderRecord as Known } from '../../../api/contract/moderation.ts';
import { TRUST_SETTINGS } from '../../../api/contract/review.ts';
import { formatDuration } from '../../lib/format.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { reportMessages } from '../../lib/messages/report.ts';
import { fill } from '../../lib/messages.ts';
import { formatDate } from '../../lib/time.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import styles from './ItemView.module.css';
import { isAdminAtom, type RecordState, setTrustAtom } from './record.ts';

const words = moderationMessages.moderation.record;
/** An account counts as new for a week. */
const NEW_MS = 7 * 24 * 3600 * 1000;

const trustText = ({ trust }: Known): string => {
  if (trust.setting === 'watched') return words.watched;
  if (trust.isTrusted) return words.trusted;
  return fill(words.counting, { n: trust.cleanApprovals, needed: trust.needed });
};
const outcomeText = ({ outcome, reason, byPerson }: Known['decisions'][number]): string => {
  if (outcome === 'rejected') return fill(words.rejected, { reason: reason ?? '' });
  return byPerson ? words.approved : words.released;
};

export function UploaderRecord({ uploadId, state }: { uploadId: string; state: RecordState | undefined }) {
  const isAdmin = useAtomValue(isAdminAtom);
  const setTrust = useSetAtom(setTrustAtom);
  if (state?.status === 'failed') return <p className={styles.quiet}>{words.failed}</p>;
  if (state?.status !== 'ready') return <div className={styles.recordSpace} />;
  const { record, trustFailed } = state;
  const { one, many } = words.published;
  const isNew = Date.now() - Date.parse(record.since) < NEW_MS;
  return (
    <section className={styles.record} aria-label={fill(words.title, { username: record.username })}>
      <h3 className={styles.recordTitle}>{fill(words.title, { username: record.username })}</h3>
      <p className={styles.meta}>
        {record.isGuest && <span>{words.guest}</span>}
        {isNew && <span className={styles.isNew}>{moderationMessages.moderation.newAccount}</span>}
        <span>{fill(words.since, { date: formatDate(record.since) })}</span>
        <span>{fill(record.published === 1 ? one : many, { count: record.published })}</span>
        {record.takenDown > 0 && (
          <span className={styles.bad}>{fill(words.takenDown.many, { count: record.takenDown })}</span>
        )}
      </p>
      <p data-trust={record.trust.isTrusted}>{trustText(record)}</p>
      {isAdmin && (
        <Tabs
          kind="filter"
          label={words.setting}
          choices={TRUST_SETTINGS.map((value) => ({ value, label: words.settings[value] }))}
          value={record.trust.setting}
          onChange={(setting) => void setTrust(uploadId, setting)}
        />
      )}
      {trustFailed && <p role="alert">{words.settingFailed}</p>}
      {record.reports.length > 0 && (
        <>
          <h4 className={styles.recordTitle}>{words.reports}</h4>
          <ul className={styles.earlier}>
            {record.reports.map((report) => (
              <li key={report.id}>
                {report.atSeconds !== null && `${formatDuration(report.atSeconds)} `}
                {reportMessages.categories[report.category ?? 'other']}
                {report.reason && `: ${report.reason}`}
              </li>
            ))}
          </ul>
        </>
      )}
      <h4 className={styles.recordTitle}>{words.earlier}</h4>
      {record.decisions.length === 0 ? (
        <p className={styles.quiet}>{words.none}</p>
      ) : (
        <ul className={styles.earlier}>
          {record.decisions.map((each) => (
            <li key={each.id}>
              <span className={styles.quiet}>{formatDate(each.at)}</span> {each.title}
              <br />
              <span className={each.outcome === 'rejected' ? styles.bad : styles.good}>
                {outcomeText(each)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
