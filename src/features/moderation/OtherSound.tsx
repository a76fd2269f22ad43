// Another sound to compare an item with: the removed recording that it matches, or the public sound that it replaces.
import { useAtomValue, useSetAtom } from 'jotai';
import { atom } from 'jotai/vanilla';
import { useEffect } from 'react';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { claimSoundAtom } from '../../state/sound.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Listening.module.css';
import { moderationPortsAtom } from './ports.ts';

const runningAtom = atom<{ url: string; stop: () => void } | null>(null);
const failedAtom = atom<string | null>(null);

/** Address of the sound that plays. */
const playingAtom = atom((get) => get(runningAtom)?.url ?? null);
const failedUrlAtom = atom((get) => get(failedAtom));

const stopOtherAtom = atom(null, (get, set) => {
  get(runningAtom)?.stop();
  set(runningAtom, null);
  set(failedAtom, null);
});

const toggleOtherAtom = atom(null, (get, set, url: string) => {
  const wasPlaying = get(runningAtom)?.url === url;
  const stop = () => set(stopOtherAtom);
  stop();
  if (wasPlaying) return;
  const giveBack = set(claimSoundAtom, stop);
  if (giveBack === null) return;
  const player = get(moderationPortsAtom).openMuffled(url, {
    onFailed: () => {
      stop();
      set(failedAtom, url);
    },
  });
  player.onEnd = stop;
  set(runningAtom, {
    url,
    stop: () => {
      giveBack();
      player.close();
    },
  });
  player.play();
});

const words = moderationMessages.moderation;

const LABELS = {
  removed: { play: words.playRemoved, stop: words.stopRemoved },
  replaced: { play: words.playReplaced, stop: words.stopReplaced },
} as const;

export function OtherSound({ url, kind }: { url: string; kind: keyof typeof LABELS }) {
  const isPlaying = useAtomValue(playingAtom) === url;
  const hasFailed = useAtomValue(failedUrlAtom) === url;
  const toggle = useSetAtom(toggleOtherAtom);
  const stop = useSetAtom(stopOtherAtom);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item has another address
  useEffect(() => () => stop(), [url, stop]);
  return (
    <div>
      <Button icon={<Icon name={isPlaying ? 'stop' : 'play'} size={18} />} onClick={() => toggle(url)}>
        {LABELS[kind][isPlaying ? 'stop' : 'play']}
      </Button>
      {hasFailed && (
        <p className={styles.failed} role="alert">
          {words.previewFailed}
        </p>
      )}
    </div>
  );
}
