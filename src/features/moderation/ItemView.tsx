// The open item: player, details, the uploader's record, and the decision bar.
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TrackCover } from '../../ui/TrackCover.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import { queueFailuresAtom } from './decisions.ts';
import { Failure } from './Failure.tsx';
import { Flags } from './Flags.tsx';
import styles from './ItemView.module.css';
import { Listening } from './Listening.tsx';
import { changedIdsAtom, queueAtom, queueStatusAtom } from './list.ts';
import { OtherSound } from './OtherSound.tsx';
import { closeItemAtom, focusTurnAtom, isLocked, type OpenItem } from './opened.ts';
import { loadRecordAtom, recordsOfAtom } from './record.ts';
import { UploaderRecord } from './UploaderRecord.tsx';

const words = moderationMessages.moderation;
const NO_MARKS: readonly number[] = [];

interface ItemViewProps {
  item: OpenItem | null;
  /** From the page. */
  beside: ReactNode;
}

export function ItemView({ item, beside }: ItemViewProps) {
  const uploadId = item?.row.uploadId;
  const failure = useAtomValue(queueFailuresAtom).get(uploadId ?? '');
  const isChanged = useAtomValue(changedIdsAtom).has(uploadId ?? '');
  const record = useAtomValue(recordsOfAtom).get(uploadId ?? '');
  const hasNone = useAtomValue(queueAtom).length === 0;
  const isLoading = useAtomValue(queueStatusAtom).status === 'loading';
  const load = useSetAtom(loadRecordAtom);
  const close = useSetAtom(closeItemAtom);
  const turn = useAtomValue(focusTurnAtom);
  const setTurn = useSetAtom(focusTurnAtom);
  const [details, setDetails] = useState(false);
  useEffect(() => {
    if (uploadId !== undefined) void load(uploadId);
  }, [uploadId, load]);
  if (item === null) {
    if (hasNone && !isLoading) return null;
    return (
      <div className={styles.nothing}>
        <p className={styles.choose}>{words.choose}</p>
        <p>{words.chooseText}</p>
      </div>
    );
  }
  const { row, claim } = item;
  const other = row.review?.claim;
  const escalated = row.review?.escalated;
  const removedUrl = row.review?.match?.url ?? null;
  // Their moments are places of the old sound.
  const reports = record?.status === 'ready' && !row.replaces ? record.record.reports : [];
  const marks = reports.flatMap(({ atSeconds }) => atSeconds ?? []);
  return (
    <article className={styles.item} aria-labelledby="queue-item" data-item={row.uploadId} data-claim={claim}>
      <header className={styles.head}>
        <IconButton
          label={words.back}
          className={styles.back}
          onClick={() => {
            close();
            setTurn(turn + 1);
          }}
        >
          <Icon name="back" />
        </IconButton>
        <TrackCover cover={row.cover} className={styles.cover} />
        <h2 id="queue-item" className={styles.title} tabIndex={-1} data-item-title>
          {row.title}
        </h2>
      </header>
      <Flags row={row} />
      {claim === 'gone' && <Failure reason="missing" />}
      {claim === 'taken' && (
        <p className={styles.taken} role="status">
          {other && !other.isMine
            ? fill(words.claimedBy, { username: other.username })
            : failureText('claimed')}
        </p>
      )}
      {claim === 'own' && (
        <p className={styles.taken} role="status">
          {words.ownCase}
        </p>
      )}
      {claim === 'failed' && (
        <p className={styles.taken} role="status">
          {words.claimFailed}
        </p>
      )}
      {failure && failure !== 'changed' && claim !== 'gone' && <Failure reason={failure} />}
      {(isChanged || failure === 'changed') && <Failure reason="changed" />}
      {escalated?.note && <p className={styles.note}>{escalated.note}</p>}
      {claim !== 'gone' && <Listening row={row} marks={marks.length > 0 ? marks : NO_MARKS} />}
      {row.replaces && <OtherSound kind="replaced" url={row.replaces.url} />}
      {removedUrl !== null && <OtherSound kind="removed" url={removedUrl} />}
      <p className={row.description ? styles.description : styles.quiet}>
        {row.description || words.undescribed}
      </p>
      {row.tags.length > 0 && <p className={styles.quiet}>{row.tags.join(', ')}</p>}
      <div>
        <Button kind="quiet" onClick={() => setDetails(true)}>
          {words.details}
        </Button>
      </div>
      {claim !== 'gone' && beside}
      <UploaderRecord uploadId={row.uploadId} state={record} />
      {claim !== 'own' && <DecisionBar row={row} isLocked={isLocked(claim)} />}
      <DetailsDialog row={details ? row : null} onClose={() => setDetails(false)} />
    </article>
  );
}
