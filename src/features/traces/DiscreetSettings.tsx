// Switches for discreet mode, the panic gesture and offline use, each with its limits.
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react';
import { tracesMessages as words } from '../../lib/messages/traces.ts';
import { discreetAtom, panicAtom } from '../../state/discreet.ts';
import { keepsAppAtom } from '../../state/offlineApp.ts';
import { Switch } from '../../ui/Switch.tsx';
import { chooseDiscreetAtom } from './atoms.ts';
import styles from './traces.module.css';

export function DiscreetSettings() {
  const discreet = useAtomValue(discreetAtom);
  const choose = useSetAtom(chooseDiscreetAtom);
  const [panic, setPanic] = useAtom(panicAtom);
  const [keepsApp, setKeepsApp] = useAtom(keepsAppAtom);
  return (
    <div className={styles.part}>
      <Switch label={words.discreet} hint={words.discreetHint} checked={discreet} onChange={choose} />
      <p className={styles.limits}>{words.discreetLimits}</p>
      <Switch label={words.panic} hint={words.panicHint} checked={panic} onChange={setPanic} />
      <p className={styles.limits}>{words.panicLimits}</p>
      <Switch label={words.keepsApp} hint={words.keepsAppHint} checked={keepsApp} onChange={setKeepsApp} />
      <p className={styles.limits}>{words.keepsAppLimits}</p>
    </div>
  );
}
