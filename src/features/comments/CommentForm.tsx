// The comment form. Enter sends, Shift+Enter starts a new line; a failed comment stays in the field.
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { charactersOf, isTooLong } from '../../../api/contract/commentText.ts';
import { COMMENT_MAX_LENGTH } from '../../../api/contract/limits.ts';
import { formatDuration } from '../../lib/format.ts';
import { commentMessages, commentMessages as words } from '../../lib/messages/comments.ts';
import { fill } from '../../lib/messages.ts';
import { currentTrackAtom, elapsedSecondsAtom } from '../../state/player.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Say } from '../../ui/Say.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import styles from './CommentForm.module.css';
import { draftOf, type Outcome, writeCommentAtom } from './write.ts';

/** Shows the character count from this length on. */
const COUNTED_FROM = 450;

/** Error message; null on success. */
function sentenceOf(outcome: Outcome): string | null {
  switch (outcome.kind) {
    case 'posted':
    case 'queued':
      return null;
    case 'blank':
      return words.blank;
    case 'tooLong':
      return fill(words.tooLong, { max: COMMENT_MAX_LENGTH });
    case 'closed':
      return words.closed;
    case 'gone':
      return words.gone;
    case 'wait':
      return outcome.seconds > 1 ? fill(words.wait, { n: Math.ceil(outcome.seconds) }) : words.waitOne;
    case 'failed':
      return words.addFailed;
  }
}

export function CommentForm({ trackId }: { trackId: string }) {
  const [text, setText] = useAtom(useMemo(() => draftOf(trackId), [trackId]));
  const write = useSetAtom(writeCommentAtom);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const count = text.length >= COUNTED_FROM ? charactersOf(text).length : 0;

  const change = (typed: string) => {
    const isCut = isTooLong(typed);
    setText(isCut ? charactersOf(typed).slice(0, COMMENT_MAX_LENGTH).join('') : typed);
    setProblem(isCut ? fill(words.tooLong, { max: COMMENT_MAX_LENGTH }) : null);
  };
  const send = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const outcome = await write(trackId, text).catch((): Outcome => ({ kind: 'failed' }));
    setBusy(false);
    setProblem(sentenceOf(outcome));
    area.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also confirms input of an IME.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  /** At the caret, with spaces around it. */
  const addMoment = (moment: string) => {
    const at = area.current?.selectionEnd ?? text.length;
    const [before, after] = [text.slice(0, at), text.slice(at)];
    const gap = before === '' || /\s$/.test(before) ? '' : ' ';
    change(`${before}${gap}${moment} ${after.trimStart()}`);
    area.current?.focus({ preventScroll: true });
  };

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className={styles.line}>
        <textarea
          ref={area}
          rows={1}
          className={styles.input}
          aria-label={words.label}
          aria-describedby={`${id}-note`}
          aria-invalid={problem !== null}
          placeholder={words.placeholder}
          enterKeyHint="send"
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton kind="accent" type="submit" label={words.send} aria-disabled={busy || undefined}>
          {busy ? <Spinner size={20} /> : <Icon name="forward" size={22} />}
        </IconButton>
      </div>
      <div className={styles.under}>
        <MomentChip trackId={trackId} onPick={addMoment} />
        {problem !== null && (
          <p id={`${id}-note`} className={styles.problem} role="alert">
            <Say text={problem} />
          </p>
        )}
        {count >= COUNTED_FROM && (
          <span className={count === COMMENT_MAX_LENGTH ? styles.full : styles.count}>
            {fill(words.count, { n: count, max: COMMENT_MAX_LENGTH })}
          </span>
        )}
      </div>
    </form>
  );
}

/**
 * "at 3:12": inserts the current position of the recording into the comment. Its own component, because it renders
 * every second.
 */
interface MomentChipProps {
  trackId: string;
  /** Receives the text of the chip. */
  onPick: (moment: string) => void;
}

function MomentChip({ trackId, onPick }: MomentChipProps) {
  const isCurrent = useAtomValue(currentTrackAtom)?.id === trackId;
  const elapsed = useAtomValue(elapsedSecondsAtom);
  if (!isCurrent || elapsed <= 0) return null;
  const time = formatDuration(elapsed);
  const moment = fill(commentMessages.moment, { time });
  return (
    <button
      type="button"
      className={styles.moment}
      aria-label={fill(commentMessages.addMoment, { time })}
      onClick={() => onPick(moment)}
    >
      <Icon name="clock" size={18} />
      {moment}
    </button>
  );
}
