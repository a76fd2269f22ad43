// The settings of an account: notifications, privacy, playback.
import { useSetAtom } from 'jotai/react';
import { useEffect, useRef, useState } from 'react';
import type { UserUpdates } from '../../../api/contract/accounts.ts';
import type { Preferences } from '../../../api/contract/preferences.ts';
import { profileMessages, type SwitchWords } from '../../lib/messages/profile.ts';
import { fill } from '../../lib/messages.ts';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './SettingsSheet.module.css';
import { changeSettingAtom } from './settings.ts';

const words = profileMessages.settings;
const SECTIONS = Object.keys(words.sections) as (keyof Preferences)[];
type Change = NonNullable<UserUpdates['preferences']>;
/** A slider is sent when it rests, not while it moves. */
const REST_MS = 400;

interface SettingSwitchesProps {
  preferences: Preferences;
}

export function SettingSwitches({ preferences }: SettingSwitchesProps) {
  const change = useSetAtom(changeSettingAtom);
  return SECTIONS.map((name) => {
    const { title, switches } = words.sections[name];
    const values: Record<string, boolean | number> = preferences[name];
    return (
      <section key={name} className={styles.group} aria-label={title}>
        <h3 className={styles.title}>{title}</h3>
        {Object.entries<SwitchWords>(switches).map(([key, texts]) => (
          <Switch
            key={key}
            {...texts}
            checked={values[key] === true}
            onChange={(checked) => void change({ [name]: { [key]: checked } } as Change)}
          />
        ))}
        {name === 'playback' && (
          <Volume
            volume={preferences.playback.volume}
            onChange={(volume) => void change({ playback: { volume } })}
          />
        )}
      </section>
    );
  });
}

function Volume({ volume, onChange }: { volume: number; onChange: (volume: number) => void }) {
  const [moved, setMoved] = useState<number | null>(null);
  const tell = useRef(onChange);
  tell.current = onChange;
  useEffect(() => {
    if (moved === null) return;
    const timer = setTimeout(() => {
      tell.current(moved / 100);
      setMoved(null);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [moved]);
  const shown = moved ?? Math.round(volume * 100);
  return (
    <Slider
      label={words.volume}
      showLabel
      min={0}
      max={100}
      step={5}
      value={shown}
      valueText={fill(words.volumeValue, { n: shown })}
      onChange={setMoved}
    />
  );
}
