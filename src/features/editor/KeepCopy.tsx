// What can be taken along: the take as it was recorded, or this edit as WAV or MP3.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useId, useState } from 'react';
import { studioMessages } from '../../lib/messages/studio.ts';
import { takeMessages } from '../../lib/messages/take.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { type CopyKind, cancelCopyAtom, copyAtom, makeCopyAtom } from './keepCopy.ts';
import styles from './take.module.css';

const KINDS: { kind: CopyKind; label: string }[] = [
  { kind: 'raw', label: takeMessages.take.rawTake },
  { kind: 'wav', label: takeMessages.take.editAsWav },
  { kind: 'mp3', label: takeMessages.take.editAsMp3 },
];

export function KeepCopy() {
  const state = useAtomValue(copyAtom);
  const make = useSetAtom(makeCopyAtom);
  const cancel = useSetAtom(cancelCopyAtom);
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  useEffect(() => cancel, [cancel]);
  const save = async (kind: CopyKind) => {
    const copy = await make(kind);
    if (copy) saveFile(copy.file, copy.name);
  };
  const isMaking = state.phase === 'making';
  return (
    <div className={styles.keep}>
      <Button
        kind="bare"
        icon={<Icon name="download" size={18} />}
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setOpen(!isOpen)}
      >
        {takeMessages.take.keepCopy}
      </Button>
      <div id={list} hidden={!isOpen} className={styles.kinds}>
        {KINDS.map(({ kind, label }) => (
          <Button key={kind} disabled={isMaking} onClick={() => void save(kind)}>
            {label}
          </Button>
        ))}
      </div>
      {isMaking && (
        <div className={styles.making}>
          <p role="status">
            {fill(takeMessages.take.makingCopy, { n: Math.round(state.fraction * 100) })}
          </p>
          <Button kind="bare" onClick={cancel}>
            {studioMessages.studio.cancel}
          </Button>
        </div>
      )}
      {state.phase === 'failed' && <Notice kind="bad">{takeMessages.take.copyFailed}</Notice>}
    </div>
  );
}
