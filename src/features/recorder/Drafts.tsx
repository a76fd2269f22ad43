// Takes and picked files on this device; a take cut off by a killed tab says so.
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useRef, useState } from 'react';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { relativeTime } from '../../lib/time.ts';
import type { PickedFile } from '../../storage/pickedFiles.ts';
import { ActionChoice, ActionMenu } from '../../ui/ActionMenu.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { TrackCover } from '../../ui/TrackCover.tsx';
import { discardDraftAtom, discardPickedAtom } from './discard.ts';
import styles from './drafts.module.css';
import {
  type Draft,
  draftsAtom,
  keepDraftAtom,
  NAME_MAX_LENGTH,
  openDraftAtom,
  renameDraftAtom,
} from './drafts.ts';
import { openPickedAtom, pickedFilesAtom } from './pickedFiles.ts';
import { isReadingAtom, previewedAtom, toggleDraftPreviewAtom, unplayedAtom } from './preview.ts';
import { continueDraftAtom } from './recording.ts';

/** From here on the list can be searched. */
const MANY = 9;

interface DraftsProps {
  /** Checked before the microphone opens; false keeps it closed. */
  allow: () => Promise<boolean>;
  onOpened: (where: 'editor' | 'upload') => void;
}

export function Drafts({ allow, onOpened }: DraftsProps) {
  const drafts = useAtomValue(draftsAtom);
  const open = useSetAtom(openDraftAtom);
  const continueDraft = useSetAtom(continueDraftAtom);
  const keep = useSetAtom(keepDraftAtom);
  const discard = useSetAtom(discardDraftAtom);
  const picked = useAtomValue(pickedFilesAtom);
  const openPicked = useSetAtom(openPickedAtom);
  const discardPicked = useSetAtom(discardPickedAtom);

  const edit = async (draft: Draft) => {
    await open(draft);
    onOpened('editor');
  };
  const record = async (draft: Draft) => {
    if (!(await allow())) return;
    window.scrollTo({ top: 0, behavior: 'smooth' });
    await continueDraft(draft);
  };
  const [typed, setTyped] = useState('');
  const count = drafts.length + picked.length;
  const isFound = (name: string) => {
    const text = name.toLocaleLowerCase();
    return typed
      .toLocaleLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word));
  };
  const foundDrafts = drafts.filter((draft) => isFound(nameOf(draft)));
  const foundPicked = picked.filter(({ name }) => isFound(name));
  if (count === 0) return null;
  return (
    <section className={styles.drafts}>
      <h2 className={styles.title}>{studioMessages.studio.draftsTitle}</h2>
      {(count >= MANY || typed !== '') && (
        <div className={styles.search}>
          <Field
            label={words.search}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <p role="status" className={styles.facts}>
            {foundDrafts.length + foundPicked.length === 0 && fill(words.noneFound, { words: typed.trim() })}
          </p>
        </div>
      )}
      <ul>
        {foundDrafts.map((draft) => (
          <DraftCard
            key={draft.id}
            draft={draft}
            onEdit={() => void edit(draft).catch(noteGone)}
            onContinue={() => void record(draft).catch(noteGone)}
            onKeep={() => void keep(draft).catch(noteGone)}
            onDelete={() => void discard(draft)}
          />
        ))}
        {foundPicked.map((file) => (
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

/** It has left the list. */
const noteGone = (error: unknown) => console.warn('the draft is gone', error);

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
  const { name, seconds } = draft;
  const marks = draft.take?.marks?.length ?? 0;
  const [isNaming, setNaming] = useState(false);
  return (
    <li className={`${styles.card} ${draft.interrupted ? styles.cutOff : ''}`}>
      <PlayButton name={nameOf(draft)} reference={draft.reference} take={draft.take} />
      <div className={styles.words}>
        <DraftName draft={draft} isEditing={isNaming} onEditing={setNaming} />
        <span className={styles.facts}>
          {name !== '' && seconds > 0 && `${formatDuration(seconds)} · `}
          {relativeTime(new Date(draft.startedAt).toISOString(), Date.now())} · {formatBytes(draft.sizeBytes)}
          {marks > 0 && ` · ${fill(recorderMessages.marks.count, { count: marks })}`}
          {draft.take === null && ` · ${words.inMemory}`}
        </span>
        {(draft.interrupted || draft.endIsLost) && seconds > 0 && (
          <span className={styles.facts}>
            {fill(draft.endIsLost ? words.endLost : words.cutOffText, { time: formatDuration(seconds) })}
          </span>
        )}
        {draft.old && <span className={styles.facts}>{words.old}</span>}
        <PlayFailed reference={draft.reference} />
      </div>
      <div className={styles.actions}>
        {draft.interrupted && (
          <Button kind="primary" onClick={onContinue}>
            {words.goOn}
          </Button>
        )}
        {draft.interrupted || draft.old ? (
          <Button onClick={onKeep}>{words.keep}</Button>
        ) : (
          <Button onClick={onEdit}>{words.edit}</Button>
        )}
        <DraftMenu name={nameOf(draft)}>
          {draft.old && !draft.interrupted && (
            <ActionChoice icon="scissors" onClick={onEdit}>
              {words.edit}
            </ActionChoice>
          )}
          {draft.take !== null && (
            <ActionChoice icon="edit" onClick={() => setNaming(true)}>
              {words.renameShort}
            </ActionChoice>
          )}
          {!(draft.old || draft.interrupted || draft.take === null) && (
            <ActionChoice icon="microphone" onClick={onContinue}>
              {words.add}
            </ActionChoice>
          )}
          <ActionChoice icon="trash" onClick={onDelete}>
            {words.remove}
          </ActionChoice>
        </DraftMenu>
      </div>
    </li>
  );
}

function DraftMenu({ name, children }: { name: string; children: ReactNode }) {
  return (
    <ActionMenu label={fill(words.more, { name })} title={name}>
      {children}
    </ActionMenu>
  );
}

interface DraftNameProps {
  draft: Draft;
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
}

/** The name, which a press edits; a take that is only in memory has none of its own. */
function DraftName({ draft, isEditing, onEditing }: DraftNameProps) {
  const rename = useSetAtom(renameDraftAtom);
  const wasEditing = useRef(false);
  const name = nameOf(draft);
  const close = () => {
    wasEditing.current = true;
    onEditing(false);
  };
  if (draft.take === null) return <span className={styles.name}>{name}</span>;
  if (!isEditing) {
    return (
      <button
        ref={(button) => {
          if (wasEditing.current) button?.focus();
          wasEditing.current = false;
        }}
        type="button"
        className={`${styles.name} ${styles.rename}`}
        aria-label={fill(words.rename, { name })}
        onClick={() => onEditing(true)}
      >
        <span className={styles.fileName}>{name}</span>
        <Icon name="edit" size={18} />
      </button>
    );
  }
  return (
    <form
      className={styles.naming}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get('name');
        close();
        void rename(draft, String(typed)).catch(() => undefined);
      }}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <input
        ref={focusWhole}
        name="name"
        className={styles.input}
        aria-label={words.name}
        placeholder={words.nameShort}
        defaultValue={draft.name}
        maxLength={NAME_MAX_LENGTH}
        autoComplete="off"
      />
      <Button type="submit">{words.saveName}</Button>
    </form>
  );
}

/** Stable, so that it runs once. */
const focusWhole = (input: HTMLInputElement | null) => {
  input?.focus();
  input?.select();
};

interface PlayButtonProps extends Pick<Draft, 'reference' | 'take'> {
  name: string;
}

function PlayButton({ name, reference, take }: PlayButtonProps) {
  const isPlaying = useAtomValue(previewedAtom) === reference;
  const isReading = useAtomValue(isReadingAtom) && isPlaying;
  const toggle = useSetAtom(toggleDraftPreviewAtom);
  return (
    <span className={styles.face}>
      <TrackCover cover={reference} className={styles.cover} />
      <IconButton
        kind="glass"
        label={fill(isPlaying ? words.stop : words.play, { name })}
        onClick={() => void toggle({ reference, take })}
      >
        {isReading ? <Spinner size={20} /> : <Icon name={isPlaying ? 'stop' : 'play'} size={20} />}
      </IconButton>
    </span>
  );
}

const PlayFailed = ({ reference }: { reference: string }) =>
  useAtomValue(unplayedAtom) === reference && (
    <span role="alert" className={styles.facts}>
      {words.playFailed}
    </span>
  );

function nameOf({ name, interrupted, seconds }: Draft): string {
  if (name !== '') return name;
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
    <li className={styles.card}>
      <PlayButton name={name} reference={file.reference} take={null} />
      <div className={styles.words}>
        <span className={`${styles.name} ${styles.fileName}`}>{name}</span>
        <span className={styles.facts}>
          {relativeTime(new Date(storedAt).toISOString(), Date.now())} · {formatBytes(sizeBytes)}
          {isEdited && ` · ${words.edited}`}
        </span>
        <PlayFailed reference={file.reference} />
      </div>
      <div className={styles.actions}>
        <Button onClick={onOpen}>{isEdited ? words.edit : words.goOn}</Button>
        <DraftMenu name={name}>
          <ActionChoice icon="trash" onClick={onDelete}>
            {words.removeFile}
          </ActionChoice>
        </DraftMenu>
      </div>
    </li>
  );
}
