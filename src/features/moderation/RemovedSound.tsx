// The removed recording that an item matches, to compare the two; only while the server still has it.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Listening.module.css';
import {
  isRemovedPlayingAtom,
  removedFailedAtom,
  stopRemovedAtom,
  toggleRemovedAtom,
} from './removedSound.ts';

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
