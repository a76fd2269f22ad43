// The editor from loading to ready.

import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useCallback, useEffect } from 'react';
import { studioMessages } from '../../lib/messages/studio.ts';
import { takeMessages } from '../../lib/messages/take.ts';
import { fill, languageOf, messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Canvas, type Draw } from '../../ui/Canvas.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { type EditorState, editorAtom, unreadPartsAtom } from './atoms.ts';
import { EditorReady } from './EditorReady.tsx';
import styles from './editor.module.css';
import { exportAtom, resetExportAtom } from './exportTake.ts';
import { loadLanguage, loadMessage } from './failures.ts';
import { stopListeningAtom } from './listen.ts';
import { leaveEditorAtom, loadEditorAtom } from './load.ts';
import { barHeights } from './wave/barHeights.ts';
import { PEAKS_ALPHA } from './wave/drawTile.ts';
import { FIT_ZOOM, zoomAtom } from './zoom.ts';

export interface EditorPanelProps {
  /** Renders the link to the recorder with this label. */
  again: (label: string) => ReactNode;
  onExported: () => void;
}

export function EditorPanel({ again, onExported }: EditorPanelProps) {
  const state = useAtomValue(editorAtom);
  const exported = useAtomValue(exportAtom).phase === 'done';
  const load = useSetAtom(loadEditorAtom);
  const leave = useSetAtom(leaveEditorAtom);
  const stop = useSetAtom(stopListeningAtom);
  const reset = useSetAtom(resetExportAtom);
  const zoom = useSetAtom(zoomAtom);
  const unread = useAtomValue(unreadPartsAtom);

  // biome-ignore lint/correctness/useExhaustiveDependencies: parts that were not read yet start it again
  useEffect(() => {
    void load();
    return () => {
      stop();
      leave();
      reset();
    };
  }, [load, leave, stop, reset, unread]);
  // A new take starts fully zoomed out; a still open take keeps its view.
  useEffect(() => {
    if (state.phase === 'preparing') zoom(FIT_ZOOM);
  }, [state.phase, zoom]);
  useEffect(() => {
    if (exported) onExported();
  }, [exported, onExported]);

  if (state.phase === 'preparing' || state.phase === 'repairing') return <EditorLoading state={state} />;
  if (state.phase === 'failed') return <EditorFailed state={state} again={again} />;
  if (state.phase === 'idle') return null;
  return <EditorReady source={state.source} />;
}

/** The column of a page with nothing but the editor. */
export const EditorColumn = ({ children }: { children: ReactNode }) => (
  <div className={styles.page}>{children}</div>
);

type Loading = Extract<EditorState, { phase: 'preparing' | 'repairing' }>;

const BAR_STEP = 5;

/** Loading: the waveform fills in from the left as the worker reads the take. */
function EditorLoading({ state }: { state: Loading }) {
  const pyramid = state.phase === 'preparing' ? state.pyramid : null;
  const { fraction } = state;
  const draw = useCallback<Draw>(
    (context, width, height) => {
      const css = getComputedStyle(context.canvas);
      const count = Math.floor(width / BAR_STEP);
      const filled = pyramid ? Math.floor(count * fraction) : 0;
      const step = pyramid && filled > 0 ? (pyramid.pairs * pyramid.secondsPerPair) / filled : 0;
      const heights = pyramid && filled > 0 ? barHeights(pyramid, 0, step, filled) : null;
      const gradient = context.createLinearGradient(0, 0, width, 0);
      gradient.addColorStop(0, css.getPropertyValue('--accent-from'));
      gradient.addColorStop(1, css.getPropertyValue('--accent-to'));
      const rest = css.getPropertyValue('--surface-3');
      for (let bar = 0; bar < count; bar++) {
        const isRead = heights !== null && bar < filled;
        context.fillStyle = isRead ? gradient : rest;
        for (const tone of ['peaks', 'body'] as const) {
          const half = Math.max(1.5, isRead ? (heights[tone][bar] ?? 0) * (height / 2 - 4) : 0);
          context.globalAlpha = isRead && tone === 'peaks' ? PEAKS_ALPHA : 1;
          context.beginPath();
          context.roundRect(bar * BAR_STEP + 1, height / 2 - half, 3, half * 2, 1.5);
          context.fill();
        }
      }
    },
    [pyramid, fraction],
  );
  const percent = Math.round(fraction * 100);
  return (
    <section className={styles.loading}>
      <h1>
        {state.phase === 'repairing' ? studioMessages.editor.repairing : studioMessages.editor.preparing}
      </h1>
      <Canvas draw={draw} className={styles.loadingWave} />
      <p
        className={styles.percent}
        role="progressbar"
        aria-label={studioMessages.editor.preparing}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        {/* Figure spaces: the digits stay where they are while the number grows. */}
        {fill(studioMessages.studio.percent, { n: String(percent).padStart(3, '\u2007') })}
      </p>
    </section>
  );
}

interface EditorFailedProps {
  state: Extract<EditorState, { phase: 'failed' }>;
  /** Renders the link to the recorder with this label. */
  again: (label: string) => ReactNode;
}

/** No take, or an unreadable one. The original can always be downloaded. */
function EditorFailed({ state, again }: EditorFailedProps) {
  const load = useSetAtom(loadEditorAtom);
  const { code, raw } = state;
  const isStalled = code === 'stalled' || code === 'stalled_phone';
  const retry = isStalled ? studioMessages.waveform.retry : messages.shell.retry;
  const more = code === 'stalled_phone' ? takeMessages.take.stalledOnPhone : undefined;
  return (
    <StateCard
      kind={code === 'no_data' ? 'empty' : 'error'}
      level={1}
      title={loadMessage(code)}
      lang={loadLanguage(code)}
      text={more}
      textLang={more && languageOf(more)}
    >
      <div className={styles.ways}>
        {isStalled && <RetryButton label={retry} onRetry={load} />}
        {again(isStalled ? studioMessages.waveform.recordAgain : studioMessages.editor.recordAgain)}
        {!isStalled && code !== 'no_data' && <RetryButton label={retry} onRetry={load} />}
        {raw && (
          <Button
            kind="bare"
            icon={<Icon name="download" size={18} />}
            onClick={() => saveFile(raw.file, raw.name)}
          >
            {studioMessages.studio.downloadRaw}
          </Button>
        )}
      </div>
    </StateCard>
  );
}

function RetryButton({ label, onRetry }: { label: string; onRetry: () => Promise<void> }) {
  return (
    <Button onClick={() => void onRetry()}>
      <span lang={languageOf(label)}>{label}</span>
    </Button>
  );
}
