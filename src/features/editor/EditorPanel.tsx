// The editor from loading to ready.
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect } from 'react';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { AreaList } from './AreaList.tsx';
import { editorAtom } from './atoms.ts';
import { EditorBar } from './EditorBar.tsx';
import { EditorFailed } from './EditorFailed.tsx';
import { EditorLoading } from './EditorLoading.tsx';
import styles from './editor.module.css';
import { exportAtom, resetExportAtom } from './exportTake.ts';
import { stopListeningAtom } from './listen.ts';
import { leaveEditorAtom, loadEditorAtom } from './load.ts';
import { isToolWorkingAtom } from './tools/openTool.ts';
import { ToolsLine } from './tools/ToolsLine.tsx';
import { useEditorKeys } from './useEditorKeys.ts';
import { useKeptView } from './useKeptView.ts';
import { Waveform } from './Waveform.tsx';

export interface EditorPanelProps {
  again: ReactNode;
  onExported: () => void;
}

export function EditorPanel({ again, onExported }: EditorPanelProps) {
  const state = useAtomValue(editorAtom);
  const exported = useAtomValue(exportAtom).phase === 'done';
  const load = useSetAtom(loadEditorAtom);
  const leave = useSetAtom(leaveEditorAtom);
  const stop = useSetAtom(stopListeningAtom);
  const reset = useSetAtom(resetExportAtom);
  const working = useAtomValue(isToolWorkingAtom);
  const keys = useEditorKeys();
  useKeptView();

  useEffect(() => {
    void load();
    return () => {
      stop();
      leave();
      reset();
    };
  }, [load, leave, stop, reset]);
  useEffect(() => {
    if (exported) onExported();
  }, [exported, onExported]);

  if (state.phase === 'preparing' || state.phase === 'repairing') return <EditorLoading state={state} />;
  if (state.phase === 'failed') return <EditorFailed state={state} again={again} />;
  if (state.phase === 'idle') return null;
  const { source } = state;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for what buttons inside also do
    <div className={styles.editor} onKeyDown={keys}>
      <header className={styles.head}>
        <h1>{studioMessages.editor.soundsGood}</h1>
        <p className={styles.sum}>
          {fill(studioMessages.editor.duration, { N: Math.round(source.seconds) })}
        </p>
        {source.repaired && <p className={styles.repaired}>{studioMessages.editor.repaired}</p>}
      </header>
      <Waveform source={source} />
      <ToolsLine source={source} />
      {!working && <AreaList duration={source.seconds} />}
      {!working && <EditorBar />}
    </div>
  );
}
