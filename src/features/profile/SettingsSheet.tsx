// Account settings. Each takes effect at once and is stored until the server has it.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { UserUpdates } from '../../../api/contract/accounts.ts';
import type { Actions } from '../../../api/contract/actions.ts';
import type { Preferences } from '../../../api/contract/preferences.ts';
import type { ApiErrorCode } from '../../api/client.ts';
import { profileMessages, type SwitchWords } from '../../lib/messages/profile.ts';
import { failureText, fill, messages } from '../../lib/messages.ts';
import { refusalsAtom, waitingWritesAtom } from '../../state/outbox.ts';
import { volumeAtom } from '../../state/player.ts';
import {
  changePreferencesAtom,
  preferencesAtom,
  preferencesFailureAtom,
  refreshPreferencesAtom,
} from '../../state/preferences.ts';
import { sessionAtom } from '../../state/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './SettingsSheet.module.css';
import './writes.ts';

type Body = Actions['updateUser']['body'];
const isSetting = ({ action, body }: { action: string; body: unknown }): boolean =>
  action === 'updateUser' && (body as Body).updates.preferences !== undefined;

/** Why the last change was refused in this visit. */
const settingRefusalAtom = atom(
  (get): ApiErrorCode | null => get(refusalsAtom).findLast(isSetting)?.code ?? null,
);

/** Whether a change has not reached the server yet. */
const settingsWaitAtom = atom((get) => get(waitingWritesAtom).some(isSetting));

const changeSettingAtom = atom(
  null,
  async (get, set, change: NonNullable<UserUpdates['preferences']>): Promise<void> => {
    set(
      refusalsAtom,
      get(refusalsAtom).filter((each) => !isSetting(each)),
    );
    // Applied at once here; otherwise this device's own volume would override the account's.
    if (change.playback?.volume !== undefined) set(volumeAtom, change.playback.volume);
    await set(changePreferencesAtom, change);
  },
);

const words = profileMessages.settings;

interface SettingsSheetProps {
  open: boolean;
  onClose: () => void;
  /** Settings of this device, passed in by other features. */
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
  // A visitor's first action can create an account while the sheet is open.
  useEffect(() => {
    if (before.current !== id) void refresh();
    before.current = id;
  }, [id, refresh]);
  if (session.status === 'visitor') return <p className={styles.quiet}>{words.visitor}</p>;
  if (preferences === null) {
    if (failure === null) return <RingSkeleton height="280px" shape="block" />;
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
      <SettingSwitches preferences={preferences} />
      <p role="status" className={styles.quiet}>
        {waits && <span className={styles.late}>{words.waiting}</span>}
      </p>
    </>
  );
}

/** The settings of an account: notifications, privacy, playback. */
const SECTIONS = Object.keys(words.sections) as (keyof Preferences)[];
type Change = NonNullable<UserUpdates['preferences']>;
/** A slider is sent after it stops, not while it moves. */
const REST_MS = 400;

interface SettingSwitchesProps {
  preferences: Preferences;
}

function SettingSwitches({ preferences }: SettingSwitchesProps) {
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
