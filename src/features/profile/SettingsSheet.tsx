// The switches of one's own account (row 23), each effective at once and on the server, kept while it cannot be reached.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Preferences } from '../../../api/contract/accounts.ts';
import { profileMessages } from '../../lib/messages/profile.ts';
import { failureText, fill, messages } from '../../lib/messages.ts';
import { preferencesAtom, preferencesFailureAtom, refreshPreferencesAtom } from '../../state/preferences.ts';
import { sessionAtom } from '../../state/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './SettingsSheet.module.css';
import { changeSettingAtom, settingRefusalAtom, settingsWaitAtom } from './settings.ts';

const words = profileMessages.settings;
/** A slider on its way says where it stops, not where it passes. */
const REST_MS = 400;

export interface SettingsSheetProps {
  open: boolean;
  onClose: () => void;
  /** What is kept on this device alone: other rooms place it here. */
  children?: ReactNode;
}

export function SettingsSheet({ open, onClose, children }: SettingsSheetProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.title}
      actions={<Button onClick={onClose}>{messages.shell.close}</Button>}
    >
      <div className={styles.settings}>
        <OfAccount />
        {children !== undefined && (
          <section className={styles.group} aria-label={words.device}>
            <h3 className={styles.title}>{words.device}</h3>
            {children}
          </section>
        )}
      </div>
    </Sheet>
  );
}

function OfAccount() {
  const session = useAtomValue(sessionAtom);
  const preferences = useAtomValue(preferencesAtom);
  const failure = useAtomValue(preferencesFailureAtom);
  const refresh = useSetAtom(refreshPreferencesAtom);
  const refusal = useAtomValue(settingRefusalAtom);
  const waits = useAtomValue(settingsWaitAtom);
  const id = session.status === 'signedIn' ? session.me.id : null;
  const before = useRef(id);
  // A visitor's first deed makes an account while the sheet is open.
  useEffect(() => {
    if (before.current !== id) void refresh();
    before.current = id;
  }, [id, refresh]);
  if (session.status === 'visitor') return <p className={styles.quiet}>{words.visitor}</p>;
  if (preferences === null) {
    if (failure === null) return <Skeleton height="280px" radius="card" />;
    return (
      <Notice
        kind="warn"
        action={
          <Button kind="bare" onClick={() => void refresh()}>
            {messages.shell.retry}
          </Button>
        }
      >
        {words.loadFailed}
      </Notice>
    );
  }
  return (
    <>
      {refusal !== null && <Notice kind="bad">{fill(words.failed, { reason: failureText(refusal) })}</Notice>}
      <Switches preferences={preferences} />
      <p role="status" className={styles.quiet}>
        {waits && <span className={styles.late}>{words.waiting}</span>}
      </p>
    </>
  );
}

function Switches({ preferences: { notifications, privacy, playback } }: { preferences: Preferences }) {
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
