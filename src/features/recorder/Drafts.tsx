// Takes and picked files on this device; a take cut off by a killed tab says so.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { relativeTime } from '../../lib/time.ts';
import type { PickedFile } from '../../storage/pickedFiles.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { discardDraftAtom, discardPickedAtom } from './discard.ts';
import styles from './drafts.module.css';
import { type Draft, draftsAtom, keepDraftAtom, openDraftAtom, refreshDraftsAtom } from './drafts.ts';
import { openPickedAtom, pickedFilesAtom, refreshPickedAtom } from './pickedFiles.ts';
import { continueDraftAtom } from './recording.ts';

interface DraftsProps {
  /** Checked before the microphone opens; false keeps it closed. */
  allow: () => Promise<boolean>;
  onOpened: (where: 'editor' | 'upload') => void;
}

export function Drafts({ allow, onOpened }: DraftsProps) {
  const drafts = useAtomValue(draftsAtom);
  const refresh = useSetAtom(refreshDraftsAtom);
  const open = useSetAtom(openDraftAtom);
  const continueDraft = useSetAtom(continueDraftAtom);
  const keep = useSetAtom(keepDraftAtom);
  const discard = useSetAtom(discardDraftAtom);
  const picked = useAtomValue(pickedFilesAtom);
  const refreshPicked = useSetAtom(refreshPickedAtom);
  const openPicked = useSetAtom(openPickedAtom);
  const discardPicked = useSetAtom(discardPickedAtom);
  useEffect(() => {
    void refresh();
    void refreshPicked();
  }, [refresh, refreshPicked]);

  const edit = async (draft: Draft) => {
    await open(draft);
    onOpened('editor');
  };
  const record = async (draft: Draft) => {
    if (!(await allow())) return;
    window.scrollTo({ top: 0, behavior: 'smooth' });
    await continueDraft(draft);
  };
  if (drafts.length + picked.length === 0) return null;
  return (
    <section className={styles.drafts}>
      <h2 className={styles.title}>{studioMessages.studio.draftsTitle}</h2>
      <ul>
        {drafts.map((draft) => (
          <DraftCard
            key={draft.id}
            draft={draft}
            onEdit={() => void edit(draft)}
            onContinue={() => void record(draft)}
            onKeep={() => void keep(draft)}
            onDelete={() => void discard(draft)}
          />
        ))}
        {picked.map((file) => (
          <PickedCard
            key={file.id}
            file={file}
            onOpen={() => onOpened(openPicked(file))}
            onDelete={() => void discardPicked(file)}
          />
        ))}
      </ul>
    </section>
  );
}

interface DraftCardProps {
  draft: Draft;
  onEdit: () => void;
  /** Continues recording at its end. */
  onContinue: () => void;
  onKeep: () => void;
  onDelete: () => void;
}

const { drafts: words } = recorderMessages;

function DraftCard({ draft, onEdit, onContinue, onKeep, onDelete }: DraftCardProps) {
  const remove = (
    <IconButton label={words.remove} onClick={onDelete}>
      <Icon name="trash" size={20} />
    </IconButton>
  );
  return (
    <li className={`${styles.card} ${draft.interrupted ? styles.cutOff : ''}`}>
      <div className={styles.words}>
        <span className={styles.name}>{nameOf(draft)}</span>
        <span className={styles.facts}>
          {relativeTime(new Date(draft.startedAt).toISOString(), Date.now())} · {formatBytes(draft.sizeBytes)}
          {draft.inMemory && ` · ${words.inMemory}`}
        </span>
        {(draft.interrupted || draft.endIsLost) && draft.seconds > 0 && (
          <span className={styles.facts}>
            {fill(draft.endIsLost ? words.endLost : words.cutOffText, {
              time: formatDuration(draft.seconds),
            })}
          </span>
        )}
        {draft.old && <span className={styles.facts}>{words.old}</span>}
      </div>
      <div className={styles.actions}>
        {draft.interrupted ? (
          <>
            <Button kind="primary" onClick={onContinue}>
              {words.goOn}
            </Button>
            <Button onClick={onKeep}>{words.keep}</Button>
            <Button kind="bare" onClick={onDelete}>
              {words.remove}
            </Button>
          </>
        ) : draft.old ? (
          <>
            <Button onClick={onKeep}>{words.keep}</Button>
            <Button kind="bare" onClick={onEdit}>
              {words.edit}
            </Button>
            {remove}
          </>
        ) : (
          <>
            <Button onClick={onEdit}>{words.edit}</Button>
            {!draft.inMemory && (
              <IconButton label={words.add} onClick={onContinue}>
                <Icon name="microphone" size={20} />
              </IconButton>
            )}
            {remove}
          </>
        )}
      </div>
    </li>
  );
}

function nameOf({ interrupted, seconds }: Draft): string {
  if (interrupted) return words.cutOff;
  return seconds === 0
    ? studioMessages.studio.draftPlain
    : fill(studioMessages.studio.draftLength, { time: formatDuration(seconds) });
}

interface PickedCardProps {
  file: PickedFile;
  onOpen: () => void;
  onDelete: () => void;
}

function PickedCard({ file, onOpen, onDelete }: PickedCardProps) {
  const { name, storedAt, sizeBytes, isEdited } = file;
  return (
    <li className={`${styles.card} ${styles.file}`}>
      <div className={styles.words}>
        <span className={`${styles.name} ${styles.fileName}`}>{name}</span>
        <span className={styles.facts}>
          {relativeTime(new Date(storedAt).toISOString(), Date.now())} · {formatBytes(sizeBytes)}
          {isEdited && ` · ${words.edited}`}
        </span>
      </div>
      <div className={styles.actions}>
        <Button onClick={onOpen}>{isEdited ? words.edit : words.goOn}</Button>
        <IconButton label={words.removeFile} onClick={onDelete}>
          <Icon name="trash" size={20} />
        </IconButton>
      </div>
    </li>
  );
}
