// Options below the idle button: sound, countdown, and choosing a file instead.
import { useAtom, useSetAtom } from 'jotai';
import { useRef, useState } from 'react';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { FileInput } from '../../ui/FileInput.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Say } from '../../ui/Say.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { MicrophoneChoice } from './MicrophoneChoice.tsx';
import { pickFileAtom } from './pickedFiles.ts';
import styles from './recorder.module.css';
import { countdownAtom, naturalSoundAtom } from './settings.ts';

export function RecordOptions({ onPicked }: { onPicked: () => void }) {
  const [natural, setNatural] = useAtom(naturalSoundAtom);
  const [countdown, setCountdown] = useAtom(countdownAtom);
  const pick = useSetAtom(pickFileAtom);
  const [refused, setRefused] = useState(false);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const take = async (file: File) => {
    setBusy(true);
    const accepted = await pick(file).catch(() => false);
    setBusy(false);
    setRefused(!accepted);
    if (accepted) onPicked();
  };

  return (
    <div className={styles.options}>
      <Switch
        label={studioMessages.studio.natural}
        hint={studioMessages.studio.naturalHint}
        checked={natural}
        onChange={setNatural}
      />
      <Switch
        label={recorderMessages.record.countdown}
        hint={recorderMessages.record.countdownHint}
        checked={countdown}
        onChange={setCountdown}
      />
      <p className={styles.hint}>{recorderMessages.record.uploadHint}</p>
      <p role="status" className={styles.refused}>
        {refused && <Say text={messages.fileErrors.notAudio} />}
      </p>
      <Button
        kind="quiet"
        busy={busy}
        icon={<Icon name="upload" size={20} />}
        onClick={() => input.current?.click()}
      >
        {recorderMessages.record.uploadFile}
      </Button>
      <FileInput
        input={input}
        label={recorderMessages.record.uploadFile}
        onFile={(file) => void take(file)}
      />
      {/* Last, because it appears late. */}
      <MicrophoneChoice />
    </div>
  );
}
