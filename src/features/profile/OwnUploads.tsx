// The user's unpublished uploads: pending ones with the usual waiting time, rejected ones with the reason and next steps.
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { Link } from 'react-router-dom';
import { reviewReasons } from '../../../api/contract/review.ts';
import type { OwnUploadView } from '../../../api/contract/uploads.ts';
import { formatDuration } from '../../lib/format.ts';
import { decisionsLink } from '../../lib/links.ts';
import { fieldText } from '../../lib/messages/fields.ts';
import { profileMessages } from '../../lib/messages/profile.ts';
import { replaceMessages } from '../../lib/messages/replace.ts';
import { statementMessages } from '../../lib/messages/statement.ts';
import { failureText, fill, messages } from '../../lib/messages.ts';
import { estimateText } from '../../lib/reviewTime.ts';
import { formatDate } from '../../lib/time.ts';
import { rulesAtom } from '../../state/rules.ts';
import { AppealForm } from '../../ui/AppealForm.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Statement } from '../../ui/Statement.tsx';
import { TrackCover } from '../../ui/TrackCover.tsx';
import { forgetRefusedDetailsAtom, refusedDetailsAtom, waitingDetailsAtom } from './details.ts';
import { appealRejectionAtom, ownUploadsAtom } from './lists.ts';
import styles from './OwnUploads.module.css';
import { WithdrawUpload } from './WithdrawUpload.tsx';

const words = profileMessages.own;
/** Rows without a rule don't load the rules. */
const noRulesAtom = atom(null);

export interface OwnUploadsProps {
  /** Edits the texts of an upload. */
  onEdit: (upload: OwnUploadView) => void;
  /** Opens the share form with the texts of a refused recording. */
  onResubmit: (upload: OwnUploadView) => void;
}

export function OwnUploads(props: OwnUploadsProps) {
  const [list, command] = useAtom(ownUploadsAtom);
  if (list.status === 'loading') return <div data-loading />;
  if (list.status === 'failed' && list.rows.length === 0) {
    // Offline, the page already shows an error.
    if (list.code === 'offline') return null;
    const retry = (
      <Button kind="bare" busy={list.refreshing} onClick={() => void command('refresh')}>
        {messages.shell.retry}
      </Button>
    );
    return (
      <Notice kind="warn" action={retry}>
        {words.loadFailed}
      </Notice>
    );
  }
  const waits = ({ status }: OwnUploadView) => status === 'pending_review';
  return (
    <>
      <Uploads title={words.waiting} uploads={list.rows.filter(waits)} {...props} />
      <Uploads title={words.reviewed} uploads={list.rows.filter((each) => !waits(each))} {...props} />
    </>
  );
}

interface UploadsProps extends OwnUploadsProps {
  title: string;
  uploads: readonly OwnUploadView[];
}

function Uploads({ title, uploads, onEdit, onResubmit }: UploadsProps) {
  const waiting = useAtomValue(waitingDetailsAtom);
  if (uploads.length === 0) return null;
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>
        {uploads.map((upload) => (
          <li key={upload.uploadId}>
            <Row
              upload={upload}
              waitsHere={waiting.has(upload.trackId ?? upload.uploadId)}
              onEdit={onEdit}
              onResubmit={onResubmit}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RowProps extends OwnUploadsProps {
  upload: OwnUploadView;
  /** Newer texts have not reached the server yet. */
  waitsHere: boolean;
}

function Row({ upload, waitsHere, onEdit, onResubmit }: RowProps) {
  const { title, status, reason, flags, trackId, estimatedMinutes, uploadedAt, duration, cover } = upload;
  const { ruleId, atSeconds, foundBy, isAppealed, appealUntil, isReplacement } = upload;
  const waits = status === 'pending_review';
  const isStated = !waits && ruleId !== null && foundBy !== null;
  const rules = useAtomValue(isStated ? rulesAtom : noRulesAtom);
  const appeal = useSetAtom(appealRejectionAtom);
  const mayAppeal = appealUntil !== null && Date.parse(appealUntil) >= Date.now();
  const shown = title === '' ? messages.card.untitled : title;
  const again = () => (trackId === null ? onResubmit(upload) : onEdit(upload));
  return (
    <article className={styles.row} data-status={status} aria-label={shown}>
      <TrackCover cover={cover} className={styles.cover} />
      <div className={styles.words}>
        <h3 className={styles.name}>{shown}</h3>
        <p className={styles.facts}>
          <span className={styles.mark}>{waits ? words.waits : words.refused}</span>
          {trackId !== null && <span>{isReplacement ? replaceMessages.own : words.words}</span>}
          <span>{formatDuration(duration)}</span>
          <span>{formatDate(uploadedAt)}</span>
        </p>
        {!isStated &&
          reviewReasons(flags, reason).map((each) => (
            <p key={each} className={styles.reason} lang={waits ? 'de' : undefined}>
              {each}
            </p>
          ))}
        {waits && (
          <p className={styles.quiet}>{fill(words.estimate, { time: estimateText(estimatedMinutes) })}</p>
        )}
        {trackId !== null && !isReplacement && (
          <p className={styles.quiet}>{waits ? words.wordsText : words.wordsRefused}</p>
        )}
        {isReplacement && (
          <p className={styles.quiet}>{waits ? replaceMessages.ownWaits : replaceMessages.ownRefused}</p>
        )}
        {trackId === null && !waits && <p className={styles.quiet}>{words.resubmitText}</p>}
        {isStated && (
          <Statement
            rules={rules}
            ruleId={ruleId}
            reason={reason}
            atSeconds={atSeconds}
            foundBy={foundBy}
            type={trackId === null || isReplacement ? 'upload' : 'edit'}
            appealUntil={mayAppeal ? appealUntil : null}
          />
        )}
        {mayAppeal && <AppealForm onSend={(text) => appeal(upload.uploadId, text)} />}
        {isAppealed && (
          <p className={styles.quiet}>
            {statementMessages.sent} <Link to={decisionsLink()}>{statementMessages.read}</Link>
          </p>
        )}
        {waitsHere && (
          <p className={styles.quiet} role="status">
            {words.waitingHere}
          </p>
        )}
      </div>
      {(waits || !isReplacement) && (
        <div className={styles.action}>
          {!isReplacement && (
            <Button onClick={waits ? () => onEdit(upload) : again}>
              {waits ? words.edit : words.resubmit}
            </Button>
          )}
          {waits && (trackId === null || isReplacement) && <WithdrawUpload uploadId={upload.uploadId} />}
        </div>
      )}
    </article>
  );
}

/** Edited texts that the server refused while their form was closed. */
export function RefusedDetails({ onOpen }: { onOpen: (id: string) => void }) {
  const refused = useAtomValue(refusedDetailsAtom);
  const forget = useSetAtom(forgetRefusedDetailsAtom);
  return refused.map(({ id, title, code, at }) => (
    <Notice
      key={id}
      kind="bad"
      action={
        <>
          <Button kind="bare" onClick={() => onOpen(id)}>
            {words.open}
          </Button>
          <Button kind="bare" onClick={() => forget(id)}>
            {messages.shell.close}
          </Button>
        </>
      }
    >
      {fill(words.failed, {
        title: title ?? messages.card.untitled,
        reason: at ? fieldText(at) : failureText(code),
      })}
    </Notice>
  ));
}
