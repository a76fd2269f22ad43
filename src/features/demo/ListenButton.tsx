// Plays and pauses a demo's sound.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef, useState } from 'react';
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { requireAdultAtom } from '../../state/adult.ts';
import { claimSoundAtom } from '../../state/sound.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { demoPortsAtom } from './ports.ts';

export function ListenButton({ file }: { file: Blob }) {
  const { createPlayback } = useAtomValue(demoPortsAtom);
  const claim = useSetAtom(claimSoundAtom);
  const requireAdult = useSetAtom(requireAdultAtom);
  const [isPlaying, setPlaying] = useState(false);
  const playback = useRef<ReturnType<typeof createPlayback> | null>(null);
  useEffect(() => {
    const made = createPlayback();
    made.load(file);
    playback.current = made;
    const stop = made.listen(() => setPlaying(!made.isPaused()));
    return () => {
      stop();
      made.unload();
    };
  }, [file, createPlayback]);
  const press = async () => {
    const player = playback.current;
    if (player === null) return;
    if (!player.isPaused()) return player.pause();
    if (!(await requireAdult()) || claim(() => player.pause()) === null) return;
    await player.play().catch((error: unknown) => console.warn('could not play the demo sound', error));
  };
  return (
    <Button icon={<Icon name={isPlaying ? 'pause' : 'play'} size={20} />} onClick={() => void press()}>
      {isPlaying ? words.hold : words.listen}
    </Button>
  );
}
