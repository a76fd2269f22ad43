// The real editor in a store of its own: the take comes from the demo, the export goes back to it, and nothing is
// saved.
import { Provider, useAtomValue } from 'jotai/react';
import { createStore } from 'jotai/vanilla';
import { useCallback, useEffect, useState } from 'react';
import { demoStatePorts } from '../features/demo/demoServer.ts';
import type { DemoSound } from '../features/demo/demoSound.ts';
import { EditorPanel } from '../features/editor/EditorPanel.tsx';
import { editorPortsAtom } from '../features/editor/ports.ts';
import { demoMessages } from '../lib/messages/demo.ts';
import { dspAtom } from '../state/dsp.ts';
import { statePortsAtom } from '../state/ports.ts';

export interface DemoEditorProps {
  sound: DemoSound;
  onEdited: (file: Blob) => void;
}

const REFERENCE = 'memory:demo';

export function DemoEditor({ sound, onEdited }: DemoEditorProps) {
  const statePorts = useAtomValue(statePortsAtom);
  const editorPorts = useAtomValue(editorPortsAtom);
  const [stage, setStage] = useState<{
    store: ReturnType<typeof createStore>;
    made: { file: Blob | null };
  }>();
  useEffect(() => {
    const store = createStore();
    const made: { file: Blob | null } = { file: null };
    const { file, name } = sound;
    const noSound = { url: '', seconds: 0, bytes: 0 };
    const pretended = demoStatePorts(statePorts, noSound);
    store.set(statePortsAtom, pretended);
    store.set(editorPortsAtom, {
      ...editorPorts,
      handoff: {
        readRecordingData: () => ({
          file: { name, size: file.size, type: file.type, data: REFERENCE, tempTrackId: 'demo' },
          duration: 0,
          recordedAt: new Date().toISOString(),
          edited: false,
          title: demoMessages.audio,
        }),
        readUploadFile: () => null,
        writeRecordingData: () => undefined,
        writeUploadFile: () => undefined,
        clearUploadFile: () => undefined,
        openReference: async () => file,
        marksOf: async () => [],
        referToExport: async (_path, copy) => {
          made.file = await copy();
          return REFERENCE;
        },
      },
      takeShared: async () => null,
      notes: { read: async () => undefined, write: async () => undefined },
      settings: pretended.settings,
      release: async () => undefined,
      elsewhere: { watch: () => () => undefined, keep: async () => undefined },
      // WAV, as on a desktop.
      isPhone: () => false,
    });
    const dsp = store.get(dspAtom);
    // A file moved to the private file system would stay there.
    store.set(dspAtom, { ...dsp, keep: async () => null });
    setStage({ store, made });
    return () => dsp.dispose();
  }, [sound, statePorts, editorPorts]);
  const exported = useCallback(() => {
    if (stage?.made.file) onEdited(stage.made.file);
  }, [stage, onEdited]);
  if (stage === undefined) return null;
  return (
    <Provider store={stage.store}>
      <EditorPanel again={() => null} onExported={exported} />
    </Provider>
  );
}
