// The upload demo: choose a file and watch the progress; nothing is sent.
import { useRef, useState } from 'react';
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { Button } from '../../ui/Button.tsx';
import { FileInput } from '../../ui/FileInput.tsx';
import styles from './demo.module.css';
import { TONE_SECONDS, useDemoSound } from './demoSound.ts';
import { UploadProgress, useUploadSimulation } from './UploadProgress.tsx';

export function DemoUpload() {
  const picker = useRef<HTMLInputElement>(null);
  const sample = useDemoSound(TONE_SECONDS.record);
  const [name, setName] = useState<string | null>(null);
  const [percent, setPercent] = useUploadSimulation();
  const choose = (chosen: string) => {
    setName(chosen);
    setPercent(null);
  };
  return (
    <section className={styles.form}>
      <p className={styles.lead}>{words.uploadText}</p>
      <div className={styles.ways}>
        <Button onClick={() => picker.current?.click()}>{words.chooseFile}</Button>
        <Button
          disabled={sample.status !== 'ready'}
          onClick={() => sample.status === 'ready' && choose(sample.sound.name)}
        >
          {words.takeSample}
        </Button>
        <FileInput input={picker} label={words.chooseFile} onFile={(file) => choose(file.name)} />
      </div>
      {name !== null && percent === null && <p className={styles.file}>{name}</p>}
      {name !== null && percent !== null && <UploadProgress name={name} percent={percent} />}
      <Button
        kind="primary"
        wide
        disabled={name === null}
        busy={percent !== null && percent < 100}
        onClick={() => setPercent(0)}
      >
        {words.startUpload}
      </Button>
    </section>
  );
}
