// "Hear it as listeners will": one button, and a sentence about what listeners hear differently.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { previewMessages } from '../../lib/messages/preview.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { cleaningAtom } from './outgoing.ts';
import { leavePreviewAtom, previewAtom, quieterDbAtom, togglePreviewAtom } from './preview.ts';
import styles from './publish.module.css';

/** Smallest difference that is named, dB. */
const LEAST_DB = 0.1;

interface PreviewRowProps {
  original: Blob;
  /** Until the file has been measured. */
  disabled: boolean;
}

export function PreviewRow({ original, disabled }: PreviewRowProps) {
  const { phase } = useAtomValue(previewAtom);
  const toggle = useSetAtom(togglePreviewAtom);
  const leave = useSetAtom(leavePreviewAtom);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file ends the preview of the former one.
  useEffect(() => leave, [leave, original]);
  const isWorking = phase === 'copying' || phase === 'measuring';
  return (
    <div className={styles.preview}>
      <Button
        disabled={disabled}
        icon={<Icon name={phase === 'playing' ? 'stop' : 'play'} size={18} />}
        onClick={() => void toggle(original)}
      >
        {isWorking
          ? studioMessages.studio.cancel
          : phase === 'playing'
            ? previewMessages.stop
            : previewMessages.hear}
      </Button>
      <PreviewStatus />
    </div>
  );
}

function PreviewStatus() {
  const preview = useAtomValue(previewAtom);
  const copied = useAtomValue(cleaningAtom)?.share ?? 0;
  const quieter = useAtomValue(quieterDbAtom);
  if (preview.phase === 'copying') return <Working text={previewMessages.copying} share={copied} />;
  if (preview.phase === 'measuring')
    return <Working text={previewMessages.measuring} share={preview.share} />;
  if (preview.phase === 'failed') {
    return (
      <p className={styles.error} role="alert">
        {previewMessages.failed}
      </p>
    );
  }
  if (quieter === null) return null;
  return (
    <p className={styles.quiet} role="status">
      {quieter < LEAST_DB ? previewMessages.asLoud : fill(previewMessages.quieter, { n: quieter.toFixed(1) })}
      {preview.phase === 'ready' && ` ${previewMessages.pressAgain}`}
    </p>
  );
}

function Working({ text, share }: { text: string; share: number }) {
  const percent = Math.round(share * 100);
  const label = fill(text, { n: percent });
  return (
    <p
      className={styles.quiet}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      {label}
    </p>
  );
}
