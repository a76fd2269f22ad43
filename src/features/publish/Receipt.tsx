// Before publishing: what is sent, and what stays on this device.
import { useAtomValue, useSetAtom } from 'jotai';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import { publishMessages } from '../../lib/messages/publish.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { isSendingAtom } from './atoms.ts';
import { cleanFileAtom, type ShareFile, shareFileAtom } from './file.ts';
import { metadataNames } from './metadataNames.ts';
import { cleaningAtom, stopCleaningAtom } from './outgoing.ts';
import { ReceiptFold } from './ReceiptFold.tsx';
import styles from './receipt.module.css';

const words = publishMessages.receipt;

export function Receipt() {
  const state = useAtomValue(shareFileAtom);
  if (state.phase !== 'ready') return null;
  const { file } = state;
  const { outgoing } = file;
  if (!outgoing) return <Cleaning file={file} />;
  const left = [...cutSound(outgoing.cutSeconds), ...metadataNames(outgoing.removed)];
  return (
    <ReceiptFold icon="shield" title={words.open} line={lineOf(left.length)}>
      <dl className={styles.list}>
        <Row term={words.length}>{file.facts ? formatDuration(file.facts.seconds) : ''}</Row>
        <Row term={words.size}>{formatBytes(outgoing.file.size)}</Row>
        <Row term={words.name}>{words.randomName}</Row>
        <Row term={words.words}>{words.wordsValue}</Row>
        <Row term={words.removed}>
          <ul className={styles.fields}>
            {left.map((each) => (
              <li key={each}>{each}</li>
            ))}
            <li>{nameLeft(file)}</li>
          </ul>
          {left.length === 0 && <p className={styles.quiet}>{words.removedNothing}</p>}
          {left.length > 0 && (
            <p className={styles.quiet}>{outgoing.isClean ? words.cleanHere : words.cleanThere}</p>
          )}
        </Row>
      </dl>
    </ReceiptFold>
  );
}

/** The copy without hidden details is being made, or was stopped and is made when it is sent. */
function Cleaning({ file: { blob, facts } }: { file: ShareFile }) {
  const work = useAtomValue(cleaningAtom);
  const [stop, clean] = [useSetAtom(stopCleaningAtom), useSetAtom(cleanFileAtom)];
  const isSending = useAtomValue(isSendingAtom);
  const isWorking = work?.original === blob;
  const percent = isWorking ? Math.round(work.share * 100) : 0;
  return (
    <div className={styles.line}>
      <Icon name="shield" size={18} />
      <p className={styles.grows} role="status">
        {facts && !isWorking ? words.cleanLater : words.cleaning}
      </p>
      {isWorking && (
        <>
          <span
            role="progressbar"
            aria-label={words.cleaning}
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            {fill(studioMessages.studio.percent, { n: percent })}
          </span>
          {!isSending && (
            <Button kind="bare" onClick={() => stop(blob)}>
              {studioMessages.studio.cancel}
            </Button>
          )}
        </>
      )}
      {facts && !isWorking && !isSending && (
        <Button kind="bare" onClick={() => void clean(blob)}>
          {words.cleanNow}
        </Button>
      )}
    </div>
  );
}

function lineOf(count: number): string {
  if (count === 0) return words.noDetails;
  return count === 1 ? words.oneDetail : fill(words.details, { n: count });
}

/** Encoders add shorter pieces at both ends; only longer ones were cut by a person. */
const CUT_SECONDS_MIN = 0.2;

const cutSound = (seconds: number) =>
  seconds < CUT_SECONDS_MIN ? [] : [fill(words.cutSound, { time: formatDuration(Math.max(1, seconds)) })];

/** The name of a recording is not secret; the name of a file may be. */
const nameLeft = ({ isRecording, name }: ShareFile) =>
  isRecording ? words.fileName : `${words.fileName} “${name}”`;

export function Row({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
