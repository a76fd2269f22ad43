// The editor from loading to ready.
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect } from 'react';
import { editorAtom } from './atoms.ts';
import { EditorFailed } from './EditorFailed.tsx';
import { EditorLoading } from './EditorLoading.tsx';
import { EditorReady } from './EditorReady.tsx';
import { exportAtom, resetExportAtom } from './exportTake.ts';
import { stopListeningAtom } from './listen.ts';
import { leaveEditorAtom, loadEditorAtom } from './load.ts';
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

  useEffect(() => {
    void load();
    return () => {
      stop();
      leave();
      reset();
    };
  }, [load, leave, stop, reset]);
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
