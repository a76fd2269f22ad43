// Real components in a store of the demo's own, in front of a server that is only pretended. Links of the app lead to the
// demo's pages; where the demo has none, it says that it ends there.
import { Provider, useAtomValue, useSetAtom } from 'jotai/react';
import { createStore } from 'jotai/vanilla';
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { adultQuestionAtom, requireAdultAtom } from '../../state/adult.ts';
import { connectPlaybackAtom } from '../../state/playerActions.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { loadSessionAtom } from '../../state/session.ts';
import { Notice } from '../../ui/Notice.tsx';
import { pretendedPorts } from './demoServer.ts';
import type { DemoSound } from './demoSound.ts';
import { demoPortsAtom } from './ports.ts';

/** Told to the lists until the element knows better; the sample's length. */
const SAMPLE_SECONDS = 40;

export interface SandboxProps {
  sound: DemoSound;
  /** Paths (without prefix) of the app by their beginning, and the demo's in their place. */
  ways: readonly (readonly [from: string, to: string])[];
  children: ReactNode;
}

export function Sandbox({ sound, ways, children }: SandboxProps) {
  const { createPlayback, openSoundTabs } = useAtomValue(demoPortsAtom);
  const realPorts = useAtomValue(statePortsAtom);
  const requireAdult = useSetAtom(requireAdultAtom);
  const navigate = useNavigate();
  const [isEdge, setEdge] = useState(false);
  const [store, setStore] = useState<ReturnType<typeof createStore> | null>(null);
  useEffect(() => {
    const url = URL.createObjectURL(sound.file);
    const made = createStore();
    const house = { url, seconds: SAMPLE_SECONDS, bytes: sound.file.size };
    made.set(statePortsAtom, pretendedPorts(realPorts, house));
    // As another tab: one sound at a time, here and in the app around the demo.
    const disconnect = made.set(connectPlaybackAtom, createPlayback(), openSoundTabs());
    // The frame asks; it belongs to the app around the demo.
    const stopAsking = made.sub(adultQuestionAtom, () => {
      const question = made.get(adultQuestionAtom);
      if (question !== null) void requireAdult().then(question.answer);
    });
    void made.set(loadSessionAtom);
    setStore(made);
    return () => {
      stopAsking();
      disconnect();
      URL.revokeObjectURL(url);
    };
  }, [sound, realPorts, createPlayback, openSoundTabs, requireAdult]);

  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a[href]');
    if (link === null) return;
    event.preventDefault();
    event.stopPropagation();
    const path = new URL((link as HTMLAnchorElement).href).pathname.replace(/^\/aural(?=\/|$)/, '');
    const way = ways.find(([from]) => path.startsWith(from));
    setEdge(way === undefined);
    if (way !== undefined) void navigate(way[1]);
  };
  if (store === null) return null;
  return (
    <>
      {isEdge && <Notice kind="info">{words.edge}</Notice>}
      {/* Only what links inside are pressed for; a key on a link is a click. */}
      <div onClickCapture={follow}>
        <Provider store={store}>{children}</Provider>
      </div>
    </>
  );
}
