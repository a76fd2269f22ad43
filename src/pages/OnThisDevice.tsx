// The settings of this browser: installing the app, data saver, discreet mode, listening data.
import { DataSaverSwitch } from '../features/player/DataSaverSwitch.tsx';
import { InstallApp } from '../features/profile/InstallApp.tsx';
import { ClearTraces } from '../features/traces/ClearTraces.tsx';
import { DiscreetSettings } from '../features/traces/DiscreetSettings.tsx';

export function OnThisDevice() {
  return (
    <>
      <InstallApp />
      <DataSaverSwitch />
      <DiscreetSettings />
      <ClearTraces />
    </>
  );
}
