// The file as a chip: picture, name, length and size, with buttons to listen, trim or choose another file.
import { useAtomValue, useSetAtom } from 'jotai';
import { useRef } from 'react';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import { publishMessages } from '../../lib/messages/publish.ts';
import { shareMessages } from '../../lib/messages/share.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { FileInput } from '../../ui/FileInput.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import { Say } from '../../ui/Say.tsx';
import { TrackCover } from '../../ui/TrackCover.tsx';
import { extensionOf } from './entry.ts';
import {
  canTrimAtom,
  chooseShareFileAtom,
  type ShareFile,
  shareCoverAtom,
  shareFileAtom,
  trimFirstAtom,
} from './file.ts';
import { refusedFieldAtom } from './form.ts';
import { isListeningAtom, toggleListeningAtom } from './listen.ts';
import { PreviewRow } from './PreviewRow.tsx';
import styles from './publish.module.css';
import { fileSentence } from './sentences.ts';

export interface FileChipProps {
  disabled: boolean;
  onTrim: () => void;
}

export function FileChip({ disabled, onTrim }: FileChipProps) {
  const state = useAtomValue(shareFileAtom);
  const refused = useAtomValue(refusedFieldAtom);
  const choose = useSetAtom(chooseShareFileAtom);
  const trim = useSetAtom(trimFirstAtom);
  const canTrim = useAtomValue(canTrimAtom);
  const isTrimmed =
    state.phase === 'ready' ? state.file.isTrimmed : 'reason' in state && state.reason === 'edited';
  const input = useRef<HTMLInputElement>(null);
  const pick = () => input.current?.click();
  return (
    <div className={styles.file}>
      {state.phase === 'loading' && <RingSkeleton height="88px" shape="block" className={styles.waiting} />}
      {state.phase === 'ready' && <Chip file={state.file} />}
      {state.phase === 'ready' && <PreviewRow original={state.file.blob} disabled={!state.file.facts} />}
      {state.phase === 'refused' && (
        <Notice kind="bad">
          <Say {...fileSentence(state)} />
          {state.format !== undefined && ` ${fill(publishMessages.file.unread, { format: state.format })}`}
          {state.reason === 'too_large' && ` ${publishMessages.file.smaller}`}
        </Notice>
      )}
      {refused?.field === 'file' && (
        <Notice kind="bad">
          <span id="file-refused">
            <Say text={refused.text} />
          </span>
        </Notice>
      )}
      {(state.phase === 'none' || (state.phase === 'refused' && !canTrim)) && (
        <button type="button" className={styles.target} onClick={pick}>
          <Icon name="upload" />
          <span>{studioMessages.studio.chooseFile}</span>
          <span className={styles.quiet}>{shareMessages.share.accepted}</span>
        </button>
      )}
      {state.phase === 'ready' && state.file.reference.startsWith('memory:') && (
        <Notice kind="warn">
          {publishMessages.file.onlyInMemory}
          {state.file.sourceIsSafe && ` ${publishMessages.file.sourceIsSafe}`}
        </Notice>
      )}
      {(state.phase === 'ready' || canTrim) && (
        <div className={styles.fileActions}>
          <Button
            disabled={disabled}
            icon={<Icon name="scissors" size={18} />}
            onClick={() => void trim().then(onTrim)}
          >
            {isTrimmed ? publishMessages.file.trimAgain : studioMessages.studio.trimFirst}
          </Button>
          <Button
            kind="bare"
            name="file"
            aria-describedby={refused?.field === 'file' ? 'file-refused' : undefined}
            disabled={disabled}
            onClick={pick}
          >
            {studioMessages.studio.chooseAnother}
          </Button>
        </div>
      )}
      <FileInput
        input={input}
        label={studioMessages.studio.chooseFile}
        onFile={(file) => void choose(file)}
      />
    </div>
  );
}

function Chip({ file }: { file: ShareFile }) {
  const cover = useAtomValue(shareCoverAtom);
  const listening = useAtomValue(isListeningAtom);
  const toggle = useSetAtom(toggleListeningAtom);
  return (
    <div className={styles.chip}>
      {cover !== null && <TrackCover cover={cover} className={styles.cover} />}
      {cover === null && <RingSkeleton shape="ring" width="64px" height="64px" />}
      <div className={styles.chipWords}>
        {!file.isRecording && (
          <bdi className={styles.name} title={file.name}>
            {file.name}
          </bdi>
        )}
        <span className={file.isRecording ? styles.name : styles.quiet}>{titleOf(file)}</span>
        <span className={styles.quiet}>
          {fill(publishMessages.file.facts, { size: formatBytes(file.blob.size), type: formatOf(file) })}
        </span>
      </div>
      <IconButton
        kind="glass"
        disabled={!file.facts}
        label={listening ? studioMessages.studio.stopFile : studioMessages.studio.listenFile}
        onClick={toggle}
      >
        <Icon name={listening ? 'stop' : 'play'} />
      </IconButton>
    </div>
  );
}

/** A recording has no name of its own; a picked file's name is only shown here and never sent. */
function titleOf({ isRecording, facts }: ShareFile): string {
  const { recording, audioFile, recordingPlain, audioFilePlain } = publishMessages.file;
  if (!facts) return isRecording ? recordingPlain : audioFilePlain;
  return fill(isRecording ? recording : audioFile, { time: formatDuration(facts.seconds) });
}

/** `MP3`, `WEBM`. */
const formatOf = ({ type }: ShareFile) => extensionOf(type).toUpperCase();
