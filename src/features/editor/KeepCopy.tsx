// Downloads for the person: the original take, or this edit as WAV or MP3. Nothing is published.
import { useId, useState } from 'react';
import { takeMessages } from '../../lib/messages/take.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { latePart } from '../../ui/latePart.tsx';
import { PartFailed } from '../../ui/PartFailed.tsx';
import styles from './take.module.css';

const CopyKinds = latePart(async () => (await import('./late.ts')).CopyKinds, PartFailed);

export function KeepCopy() {
  const [isOpen, setOpen] = useState(false);
  /** A copy that is being made goes on while the list is closed. */
  const [wasOpened, setOpened] = useState(false);
  const list = useId();
  return (
    <div className={styles.keep}>
      <Button
        kind="bare"
        icon={<Icon name="download" size={18} />}
        aria-expanded={isOpen}
        aria-controls={wasOpened ? list : undefined}
        onClick={() => {
          setOpen(!isOpen);
          setOpened(true);
        }}
      >
        {takeMessages.take.keepCopy}
      </Button>
      {wasOpened && <CopyKinds list={list} isOpen={isOpen} />}
    </div>
  );
}
