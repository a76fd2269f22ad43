// Offers to install the app on the home screen; renders nothing where the platform cannot.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { profileMessages } from '../../lib/messages/profile.ts';
import { installAtom, installWayAtom } from '../../state/install.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './SettingsSheet.module.css';

const words = profileMessages.install;

export function InstallApp() {
  const { kind } = useAtomValue(installWayAtom);
  const install = useSetAtom(installAtom);
  if (kind === 'none') return null;
  return (
    <section className={styles.install} aria-label={words.title}>
      <p className={styles.offer}>{words.title}</p>
      {kind !== 'done' && <p className={styles.quiet}>{words.what}</p>}
      {kind === 'question' && <Button onClick={() => void install()}>{words.install}</Button>}
      {kind === 'byHand' && <p>{words.byHand}</p>}
      <p role="status">{kind === 'done' && words.done}</p>
    </section>
  );
}
