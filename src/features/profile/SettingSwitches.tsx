// The settings of an account: notifications, privacy, playback.
import { useSetAtom } from 'jotai/react';
import { useEffect, useRef, useState } from 'react';
import type { Preferences } from '../../../api/contract/accounts.ts';
import { profileMessages } from '../../lib/messages/profile.ts';
import { fill } from '../../lib/messages.ts';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './SettingsSheet.module.css';
import { changeSettingAtom } from './settings.ts';

const words = profileMessages.settings;
/** A slider is sent when it rests, not while it moves. */
const REST_MS = 400;

interface SettingSwitchesProps {
  preferences: Preferences;
}

export function SettingSwitches({ preferences }: SettingSwitchesProps) {
  const { notifications, privacy, playback } = preferences;
  const change = useSetAtom(changeSettingAtom);
  const notify = (part: Partial<Preferences['notifications']>) => void change({ notifications: part });
  const show = (part: Partial<Preferences['privacy']>) => void change({ privacy: part });
  return (
    <>
      <section className={styles.group} aria-label={words.notifications}>
        <h3 className={styles.title}>{words.notifications}</h3>
        <Switch
          label={words.notifyLikes}
          checked={notifications.likes}
          onChange={(likes) => notify({ likes })}
        />
        <Switch
          label={words.notifyComments}
          checked={notifications.comments}
          onChange={(comments) => notify({ comments })}
        />
        <Switch
          label={words.notifyFollows}
          checked={notifications.follows}
          onChange={(follows) => notify({ follows })}
        />
      </section>
      <section className={styles.group} aria-label={words.privacy}>
        <h3 className={styles.title}>{words.privacy}</h3>
        <Switch
          label={words.publicProfile}
          hint={words.publicProfileHint}
          checked={privacy.publicProfile}
          onChange={(publicProfile) => show({ publicProfile })}
        />
        <Switch
          label={words.allowComments}
          checked={privacy.allowComments}
          onChange={(allowComments) => show({ allowComments })}
        />
      </section>
      <section className={styles.group} aria-label={words.playback}>
        <h3 className={styles.title}>{words.playback}</h3>
        <Switch
          label={words.autoplay}
          hint={words.autoplayHint}
          checked={playback.autoplay}
          onChange={(autoplay) => void change({ playback: { autoplay } })}
        />
        <Volume volume={playback.volume} onChange={(volume) => void change({ playback: { volume } })} />
      </section>
    </>
  );
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
