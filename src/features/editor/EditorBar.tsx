// The bar by the thumb: undo, listen, a new area, and on to publishing.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { AUDIO_MIN_SECONDS } from '../../../api/contract/limits.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { toolMessages } from '../../lib/messages/tools.ts';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Say } from '../../ui/Say.tsx';
import { totalSeconds } from './areas.ts';
import {
  addAreaAtom,
  areasAtom,
  canRedoAtom,
  canUndoAtom,
  redoAtom,
  refusedAtom,
  shortenFirstAtom,
  undoAtom,
} from './atoms.ts';
import styles from './editor.module.css';
import { exportAtom, exportTakeAtom, resetExportAtom } from './exportTake.ts';
import { exportMessage } from './failures.ts';
import { listenAtom, playAreasAtom, playAtom, stopListeningAtom } from './listen.ts';
import { openToolAtom } from './tools/openTool.ts';

/** The refusal is shown this long (S1 §5). */
const REFUSAL_MS = 3000;

export function EditorBar() {
  const exporting = useAtomValue(exportAtom);
  const listen = useAtomValue(listenAtom);
  const areas = useAtomValue(areasAtom);
  const refused = useAtomValue(refusedAtom);
  const hideRefusal = useSetAtom(refusedAtom);
  const [canUndo, canRedo] = [useAtomValue(canUndoAtom), useAtomValue(canRedoAtom)];
  const [undo, redo] = [useSetAtom(undoAtom), useSetAtom(redoAtom)];
  const [play, playAreas, stop] = [
    useSetAtom(playAtom),
    useSetAtom(playAreasAtom),
    useSetAtom(stopListeningAtom),
  ];
  const openTool = useSetAtom(openToolAtom);
  const [add, shorten] = [useSetAtom(addAreaAtom), useSetAtom(shortenFirstAtom)];
  const [next, cancel] = [useSetAtom(exportTakeAtom), useSetAtom(resetExportAtom)];

  useEffect(() => {
    if (!refused) return;
    const timer = setTimeout(() => hideRefusal(false), REFUSAL_MS);
    return () => clearTimeout(timer);
  }, [refused, hideRefusal]);

  const busy = exporting.phase === 'exporting';
  const playing = listen.phase === 'playing' ? listen.what : null;
  return (
    <ActionBar progress={busy ? exporting.fraction : null} className={styles.bar}>
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
      {totalSeconds(areas) < AUDIO_MIN_SECONDS && !refused && exporting.phase === 'idle' && (
        <p className={styles.note}>{studioMessages.studio.flagShort}</p>
      )}
      <div className={styles.tools}>
        <IconButton label={studioMessages.studio.undo} disabled={!canUndo || busy} onClick={undo}>
          <Icon name="undo" />
        </IconButton>
        <IconButton label={studioMessages.studio.redo} disabled={!canRedo || busy} onClick={redo}>
          <Icon name="redo" />
        </IconButton>
        <IconButton
          kind="glass"
          label={playing === 'all' ? studioMessages.studio.pausePlaying : studioMessages.studio.play}
          onClick={() => (playing === 'all' ? stop() : play())}
        >
          <Icon name={playing === 'all' ? 'pause' : 'play'} />
        </IconButton>
        <IconButton
          kind="glass"
          label={playing === 'areas' ? studioMessages.studio.stopAreas : studioMessages.studio.playAreas}
          onClick={() => (playing === 'areas' ? stop() : playAreas())}
        >
          <Icon name={playing === 'areas' ? 'stop' : 'listen'} />
        </IconButton>
        <IconButton label={toolMessages.menu} disabled={busy} onClick={() => openTool('menu')}>
          <Icon name="sliders" />
        </IconButton>
        <Button className={styles.add} disabled={busy} onClick={() => add()}>
          {studioMessages.editor.setNewArea}
        </Button>
      </div>
      <div className={styles.onward}>
        {busy && (
          <Button kind="bare" onClick={cancel}>
            {studioMessages.studio.cancel}
          </Button>
        )}
        <Button kind="primary" wide busy={busy} disabled={areas.length === 0} onClick={() => void next()}>
          {busy ? studioMessages.editor.exporting : studioMessages.editor.nextStep}
        </Button>
      </div>
    </ActionBar>
  );
}
