// Which microphone records; nothing where there is only one.
import { useAtom, useAtomValue } from 'jotai';
import { useEffect, useId, useState } from 'react';
import type { Microphone } from '../../audio/microphone.ts';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { microphoneAtom } from './atoms.ts';
import { watchMicrophonesAtom } from './ports.ts';
import styles from './recorder.module.css';
import { microphoneChoiceAtom } from './settings.ts';

const { record: words } = recorderMessages;

export function MicrophoneChoice() {
  const [chosen, choose] = useAtom(microphoneChoiceAtom);
  const watch = useAtomValue(watchMicrophonesAtom);
  const isOpen = useAtomValue(microphoneAtom) !== null;
  const [microphones, setMicrophones] = useState<Microphone[]>([]);
  const id = useId();
  // Again when a microphone opens: the browser names none before the permission.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(
    () => watch((list) => setMicrophones((before) => (list.length > 0 ? list : before))),
    [watch, isOpen],
  );
  const isThere = microphones.some((each) => each.id === chosen);
  const isGone = chosen !== '' && microphones.length > 0 && !isThere;
  return (
    <>
      {microphones.length > 1 && (
        <div className={styles.choice}>
          <label htmlFor={id}>{words.microphone}</label>
          <select
            id={id}
            value={isThere ? chosen : ''}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            <option value="">{words.automatic}</option>
            {microphones.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
        </div>
      )}
      <p role="status" className={styles.gone}>
        {isGone && words.otherMicrophone}
      </p>
    </>
  );
}
