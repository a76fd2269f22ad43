// The damaged places of a take, on its waveform: each is a button that goes there and says what is damaged.
import { useSetAtom } from 'jotai';
import { useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { takeMessages } from '../../lib/messages/take.ts';
import { fill } from '../../lib/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import { seekEditorAtom } from './listen.ts';
import styles from './take.module.css';
import type { TakeDamage } from './takeDamage.ts';
import { type DamagedPlace, takeReport } from './takeReport.ts';
import { clockTenths } from './times.ts';
import type { WaveView } from './wave/waveView.ts';

/** A waveform gesture must not start on a mark. */
const stopGestures = (element: HTMLElement | null) =>
  element?.addEventListener('pointerdown', (event) => event.stopPropagation());

interface DamageMarksProps {
  view: WaveView;
  damage: TakeDamage;
  seconds: number;
}

export function DamageMarks({ view, damage, seconds }: DamageMarksProps) {
  const { places } = useMemo(() => takeReport(damage), [damage]);
  const seek = useSetAtom(seekEditorAtom);
  const [shown, setShown] = useState<DamagedPlace | null>(null);
  const percent = (part: number) => `${(part / seconds) * 100}%`;
  return (
    <>
      {createPortal(
        <ul className={styles.places} aria-label={takeMessages.take.places} ref={stopGestures}>
          {places.map((place) => (
            <li key={place.at} style={{ left: percent(place.at), width: percent(place.seconds) }}>
              <button
                type="button"
                aria-label={sentenceOf(place)}
                aria-pressed={place === shown}
                onClick={() => {
                  seek(place.at);
                  setShown(place);
                }}
              >
                <Icon name="warning" size={16} />
              </button>
            </li>
          ))}
        </ul>,
        view.wrapper,
      )}
      <p role="status" className={styles.announced}>
        {shown && sentenceOf(shown)}
      </p>
    </>
  );
}

function sentenceOf({ at, seconds, words }: DamagedPlace): string {
  const values = { time: clockTenths(at), seconds: seconds.toFixed(2), words: words.join(' ') };
  return fill(seconds >= 0.005 ? takeMessages.take.placeWithLoss : takeMessages.take.place, values);
}
