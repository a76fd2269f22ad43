// Real components in the demo's own store, with a simulated server. App links lead to demo pages, or to a notice where the
// demo has none.
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
import { demoStatePorts } from './demoServer.ts';
import type { DemoSound } from './demoSound.ts';
import { demoPortsAtom } from './ports.ts';

/** Length of the sample, until the player knows it. */
const SAMPLE_SECONDS = 40;

export interface SandboxProps {
  sound: DemoSound;
  /** App path prefixes and the demo path that replaces each. */
  routes: readonly (readonly [from: string, to: string])[];
  children: ReactNode;
}

export function Sandbox({ sound, routes, children }: SandboxProps) {
  const { createPlayback, openSoundTabs } = useAtomValue(demoPortsAtom);
  const realPorts = useAtomValue(statePortsAtom);
  const requireAdult = useSetAtom(requireAdultAtom);
  const navigate = useNavigate();
  const [isEdge, setEdge] = useState(false);
  const [store, setStore] = useState<ReturnType<typeof createStore> | null>(null);
  useEffect(() => {
    const url = URL.createObjectURL(sound.file);
    const made = createStore();
    const serverSound = { url, seconds: SAMPLE_SECONDS, bytes: sound.file.size };
    made.set(statePortsAtom, demoStatePorts(realPorts, serverSound));
    // Acts as another tab, so that demo and app never play at the same time.
    const disconnect = made.set(connectPlaybackAtom, createPlayback(), openSoundTabs());
    // The app around the demo asks for the age confirmation.
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
    const route = routes.find(([from]) => path.startsWith(from));
    setEdge(route === undefined);
    if (route !== undefined) void navigate(route[1]);
  };
  if (store === null) return null;
  return (
    <>
      {isEdge && <Notice kind="info">{words.edge}</Notice>}
      {/* Only catches clicks on links; a key press on a link is also a click. */}
      <div onClickCapture={follow}>
        <Provider store={store}>{children}</Provider>
      </div>
    </>
  );
}
