// Whether recordings load as small copies on this device.
import { useAtom } from 'jotai/react';
import { listeningMessages as words } from '../../lib/messages/listening.ts';
import { dataSaverAtom } from '../../state/dataSaver.ts';
import { Switch } from '../../ui/Switch.tsx';

export function DataSaverSwitch() {
  const [isOn, setOn] = useAtom(dataSaverAtom);
  return <Switch label={words.dataSaver} hint={words.dataSaverHint} checked={isOn} onChange={setOn} />;
}
