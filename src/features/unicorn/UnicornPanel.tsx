// The visualiser page: beam or advanced animation of the microphone or a file.
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef } from 'react';
import { unicornMessages as words } from '../../lib/messages/unicorn.ts';
import { Button } from '../../ui/Button.tsx';
import { FileInput } from '../../ui/FileInput.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import {
  animationAtom,
  chooseUnicornAtom,
  playUnicornAtom,
  recordUnicornAtom,
  stopUnicornAtom,
  unicornAtom,
} from './atoms.ts';
import styles from './Unicorn.module.css';
import { UnicornStage } from './UnicornStage.tsx';

const ANIMATIONS = [
  { value: 'beam', label: words.beam },
  { value: 'advanced', label: words.advanced },
] as const;

export function UnicornPanel() {
  const picker = useRef<HTMLInputElement>(null);
  const { status, failure, file } = useAtomValue(unicornAtom);
  const [animation, setAnimation] = useAtom(animationAtom);
  const record = useSetAtom(recordUnicornAtom);
  const play = useSetAtom(playUnicornAtom);
  const choose = useSetAtom(chooseUnicornAtom);
  const stop = useSetAtom(stopUnicornAtom);
  useEffect(() => () => void stop(), [stop]);
  const recording = status === 'recording';
  const playing = status === 'playing';
  return (
    <section className={styles.panel} aria-labelledby="unicorn">
      <h1 id="unicorn" className={styles.title}>
        {words.title}
      </h1>
      <p className={styles.text}>{words.text}</p>
      <Tabs
        kind="filter"
        label={words.animation}
        choices={ANIMATIONS}
        value={animation}
        onChange={setAnimation}
      />
      <UnicornStage>
        {failure !== null && (
          <Notice kind="bad">{failure === 'file' ? words.unplayable : words.noMicrophone}</Notice>
        )}
        <div className={styles.ways}>
          <Button
            kind="primary"
            icon={<Icon name={recording ? 'pause' : 'microphone'} size={20} />}
            onClick={() => void record()}
          >
            {recording ? words.stop : words.record}
          </Button>
          <Button onClick={() => picker.current?.click()}>{words.choose}</Button>
          <Button
            icon={<Icon name={playing ? 'pause' : 'play'} size={20} />}
            disabled={file === null && !playing}
            onClick={() => void play()}
          >
            {playing ? words.pause : words.play}
          </Button>
          <FileInput input={picker} label={words.choose} onFile={(chosen) => void choose(chosen)} />
        </div>
      </UnicornStage>
      {file !== null && <p className={styles.file}>{file.name}</p>}
    </section>
  );
}
