// The removed recording that an item matches, to compare the two; only while the server still has it.
import { useAtomValue, useSetAtom } from 'jotai';
import { atom } from 'jotai/vanilla';
import { useEffect } from 'react';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { claimSoundAtom } from '../../state/sound.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Listening.module.css';
import { moderationPortsAtom } from './ports.ts';

const stopperAtom = atom<(() => void) | null>(null);
const failedAtom = atom(false);

const isRemovedPlayingAtom = atom((get) => get(stopperAtom) !== null);
const removedFailedAtom = atom((get) => get(failedAtom));

const stopRemovedAtom = atom(null, (get, set) => {
  get(stopperAtom)?.();
  set(stopperAtom, null);
  set(failedAtom, false);
});

const toggleRemovedAtom = atom(null, (get, set, url: string) => {
  const wasPlaying = get(stopperAtom) !== null;
  const stop = () => set(stopRemovedAtom);
  stop();
  if (wasPlaying) return;
  const giveBack = set(claimSoundAtom, stop);
  if (giveBack === null) return;
  const player = get(moderationPortsAtom).openMuffled(url, {
    onFailed: () => {
      stop();
      set(failedAtom, true);
    },
  });
  player.onEnd = stop;
  set(stopperAtom, () => () => {
    giveBack();
    player.close();
  });
  player.play();
});

const words = moderationMessages.moderation;

export function RemovedSound({ url }: { url: string }) {
  const isPlaying = useAtomValue(isRemovedPlayingAtom);
  const hasFailed = useAtomValue(removedFailedAtom);
  const toggle = useSetAtom(toggleRemovedAtom);
  const stop = useSetAtom(stopRemovedAtom);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item has another address
  useEffect(() => () => stop(), [url, stop]);
  return (
    <div>
      <Button icon={<Icon name={isPlaying ? 'stop' : 'play'} size={18} />} onClick={() => toggle(url)}>
        {isPlaying ? words.stopRemoved : words.playRemoved}
      </Button>
      {hasFailed && (
        <p className={styles.failed} role="alert">
          {words.previewFailed}
        </p>
      )}
    </div>
  );
}
