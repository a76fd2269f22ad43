// The settings of this browser: installing the app, discreet mode, listening data.
import { InstallApp } from '../features/profile/InstallApp.tsx';
import { ClearTraces } from '../features/traces/ClearTraces.tsx';
import { DiscreetSettings } from '../features/traces/DiscreetSettings.tsx';

export function OnThisDevice() {
  return (
    <>
      <InstallApp />
      <DiscreetSettings />
      <ClearTraces />
    </>
  );
}
