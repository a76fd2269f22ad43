// The editor of an open take: waveform, areas and the bottom bar.
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import { editorMessages } from '../../lib/messages/editor.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { latePart } from '../../ui/latePart.tsx';
import { AreaAnnouncement } from './AreaAnnouncement.tsx';
import { AreaList } from './AreaList.tsx';
import type { EditorSource } from './atoms.ts';
import { EditorBar } from './EditorBar.tsx';
import styles from './editor.module.css';
import { KeepCopy } from './KeepCopy.tsx';
import { useSavedView } from './savedView.ts';
import { TakeNotes } from './TakeNotes.tsx';
import { beside } from './times.ts';
import { isToolWorkingAtom } from './tools/openTool.ts';
import { ToolsLine } from './tools/ToolsLine.tsx';
import { useEditorKeys } from './useEditorKeys.ts';
import { Waveform } from './Waveform.tsx';

const KeysSheet = latePart(async () => (await import('./KeysSheet.tsx')).KeysSheet);

export function EditorReady({ source }: { source: EditorSource }) {
  const isWorking = useAtomValue(isToolWorkingAtom);
  useSavedView();
  const [isHelping, setHelping] = useState(false);
  const help = useCallback(() => setHelping(true), []);
  const keys = useEditorKeys(help);
  const editor = useRef<HTMLDivElement>(null);
  // After the recorder, keyboard shortcuts work at once.
  useEffect(() => {
    if (document.activeElement === document.body) editor.current?.focus({ preventScroll: true });
  }, []);
  const clock = beside(source.seconds);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for what buttons inside also do */}
      <div
        ref={editor}
        className={styles.editor}
        data-working={isWorking || undefined}
        tabIndex={-1}
        onKeyDown={keys}
      >
        <header className={styles.head}>
          <h1>{studioMessages.editor.soundsGood}</h1>
          <p className={styles.facts}>
            <span>{fill(studioMessages.editor.duration, { N: Math.round(source.seconds) })}</span>
            {clock !== '' && <span>{clock}</span>}
          </p>
          <TakeNotes source={source} />
        </header>
        <Waveform source={source} />
        <ToolsLine source={source} />
        {!isWorking && <AreaList duration={source.seconds} />}
        {!isWorking && <KeepCopy />}
        <Button kind="bare" className={styles.keysButton} onClick={help}>
          {editorMessages.keys}
        </Button>
        {!isWorking && <EditorBar />}
        <AreaAnnouncement />
      </div>
      {isHelping && <KeysSheet open onClose={() => setHelping(false)} />}
    </>
  );
}
