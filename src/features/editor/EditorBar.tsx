// The bottom bar: undo, preview, new area, tools, and the next step.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import {
  AUDIO_FLAG_SECONDS,
  AUDIO_MAX_SECONDS,
  AUDIO_MIN_SECONDS,
  MP3_KBPS,
} from '../../../api/contract/limits.ts';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import { editorMessages } from '../../lib/messages/editor.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { toolMessages } from '../../lib/messages/tools.ts';
import { fill } from '../../lib/messages.ts';
import { ActionBar, ActionProgress } from '../../ui/ActionBar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Say } from '../../ui/Say.tsx';
import { tick } from '../../ui/tick.ts';
import { totalSeconds } from './areas.ts';
import {
  addAreaAtom,
  areasAtom,
  canRedoAtom,
  canUndoAtom,
  forgetRemovalAtom,
  justRemovedAtom,
  redoAtom,
  refusedAtom,
  shortenFirstAtom,
  undoAtom,
  undoRemovalAtom,
} from './atoms.ts';
import { BarTool } from './BarTool.tsx';
import styles from './editor.module.css';
import {
  exportAtom,
  exportPlanAtom,
  exportShareAtom,
  exportTakeAtom,
  isTooLongAtom,
  resetExportAtom,
} from './exportTake.ts';
import { exportMessage } from './failures.ts';
import { listenAtom, playAreasAtom, playAtom, playingAtom, stopListeningAtom } from './listen.ts';
import { openToolAtom } from './tools/openTool.ts';

/** The refusal is shown this long. */
const REFUSAL_MS = 3000;
/** Undo time of a removal. */
const REMOVAL_MS = 8000;

export function EditorBar() {
  const exporting = useAtomValue(exportAtom);
  const areas = useAtomValue(areasAtom);
  const isTooLong = useAtomValue(isTooLongAtom);
  const playing = useAtomValue(playingAtom);
  const [canUndo, canRedo] = [useAtomValue(canUndoAtom), useAtomValue(canRedoAtom)];
  const [undo, redo] = [useSetAtom(undoAtom), useSetAtom(redoAtom)];
  const [play, playAreas, stop] = [
    useSetAtom(playAtom),
    useSetAtom(playAreasAtom),
    useSetAtom(stopListeningAtom),
  ];
  const add = useSetAtom(addAreaAtom);
  const [next, cancel] = [useSetAtom(exportTakeAtom), useSetAtom(resetExportAtom)];

  const busy = exporting.phase === 'exporting';
  const isPlaying = playing?.what === 'areas';
  const isPlayingAll = playing?.what === 'all';
  return (
    <ActionBar progress={busy && <ExportProgress />} className={styles.bar}>
      <BarNotes />
      <div className={styles.tools}>
        <IconButton label={studioMessages.studio.undo} disabled={!canUndo || busy} onClick={undo}>
          <Icon name="undo" />
        </IconButton>
        <IconButton label={studioMessages.studio.redo} disabled={!canRedo || busy} onClick={redo}>
          <Icon name="redo" />
        </IconButton>
        <BarTool
          icon={isPlayingAll ? 'pause' : 'play'}
          className={styles.turned}
          onClick={() => (isPlayingAll ? stop() : play())}
        >
          {isPlayingAll ? studioMessages.studio.pausePlaying : studioMessages.studio.play}
        </BarTool>
        <BarTool
          icon={isPlaying ? 'pause' : 'listen'}
          label={isPlaying ? editorMessages.pauseAreas : studioMessages.studio.playAreas}
          onClick={() => (isPlaying ? stop() : playAreas())}
        >
          {editorMessages.areasShort}
        </BarTool>
        <BarTool
          icon="plus"
          disabled={busy}
          onClick={() => {
            tick();
            add();
          }}
        >
          {studioMessages.editor.setNewArea}
        </BarTool>
        <ToolsButton />
      </div>
      <div className={styles.onward}>
        {busy && (
          <Button kind="bare" onClick={cancel}>
            {studioMessages.studio.cancel}
          </Button>
        )}
        <Button
          kind="primary"
          wide
          busy={busy}
          disabled={areas.length === 0 || isTooLong}
          onClick={() => void next()}
        >
          {busy ? studioMessages.editor.exporting : studioMessages.editor.nextStep}
        </Button>
      </div>
    </ActionBar>
  );
}

/** Separate, so that progress does not re-render the bar. */
const ExportProgress = () => <ActionProgress share={useAtomValue(exportShareAtom)} />;

/** Messages above the buttons. */
function BarNotes() {
  const exporting = useAtomValue(exportAtom);
  const listen = useAtomValue(listenAtom);
  const refused = useAtomValue(refusedAtom);
  const hideRefusal = useSetAtom(refusedAtom);
  const shorten = useSetAtom(shortenFirstAtom);
  useEffect(() => {
    if (!refused) return;
    const timer = setTimeout(() => hideRefusal(false), REFUSAL_MS);
    return () => clearTimeout(timer);
  }, [refused, hideRefusal]);
  const removed = useAtomValue(justRemovedAtom);
  const [undoRemoval, forgetRemoval] = [useSetAtom(undoRemovalAtom), useSetAtom(forgetRemovalAtom)];
  useEffect(() => {
    if (!removed) return;
    const timer = setTimeout(forgetRemoval, REMOVAL_MS);
    return () => clearTimeout(timer);
  }, [removed, forgetRemoval]);
  return (
    <>
      {removed && (
        <Notice
          kind="good"
          action={
            <Button kind="bare" onClick={undoRemoval}>
              {studioMessages.studio.undo}
            </Button>
          }
        >
          {editorMessages.areaRemoved}
        </Notice>
      )}
      {refused && (
        <Notice kind="warn">
          <span className={styles.refusal}>
            {studioMessages.editor.allMarked}
            <Button kind="bare" onClick={shorten}>
              {studioMessages.studio.shortenFirst}
            </Button>
          </span>
        </Notice>
      )}
      {exporting.phase === 'failed' && (
        <Notice kind="bad">
          <Say text={exportMessage(exporting.reason)} />
        </Notice>
      )}
      {listen.phase === 'failed' && <Notice kind="warn">{studioMessages.studio.previewFailed}</Notice>}
      {!refused && exporting.phase !== 'failed' && <ExportNote />}
    </>
  );
}

/** Unusual exports: a lower bitrate, a review, or too long. */
function ExportNote() {
  const plan = useAtomValue(exportPlanAtom);
  const seconds = totalSeconds(useAtomValue(areasAtom));
  if (plan?.kind === 'too_long') {
    const values = { max: AUDIO_MAX_SECONDS / 60, over: formatDuration(Math.ceil(plan.over)) };
    return <Notice kind="warn">{fill(editorMessages.exportTooLong, values)}</Notice>;
  }
  const notes: string[] = [];
  const isLowered = plan?.kind === 'mp3' && plan.kbps < MP3_KBPS;
  if (plan && (isLowered || plan.kind === 'original')) {
    const text = isLowered ? editorMessages.exportLowered : editorMessages.exportOriginal;
    const kbps = isLowered ? plan.kbps : 0;
    notes.push(fill(text, { time: formatDuration(seconds), size: formatBytes(plan.bytes), kbps }));
  }
  if (seconds < AUDIO_MIN_SECONDS) notes.push(studioMessages.studio.flagShort);
  if (seconds > AUDIO_FLAG_SECONDS) notes.push(studioMessages.studio.flagLong);
  return notes.length > 0 && <p className={styles.note}>{notes.join(' ')}</p>;
}

function ToolsButton() {
  const open = useSetAtom(openToolAtom);
  const busy = useAtomValue(exportAtom).phase === 'exporting';
  return (
    <BarTool icon="sliders" className={styles.menu} disabled={busy} onClick={() => open('menu')}>
      {toolMessages.menu}
    </BarTool>
  );
}
