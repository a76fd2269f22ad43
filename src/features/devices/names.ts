// How a device is called: its browser and system, as far as they are known.
import type { DeviceView } from '../../../api/contract/sessions.ts';
import { deviceMessages } from '../../lib/messages/devices.ts';
import { fill } from '../../lib/messages.ts';

const { devices: words } = deviceMessages;

export function deviceName({ browser, system }: Pick<DeviceView, 'browser' | 'system'>): string {
  const browserName = browser === null ? words.unknown : words.browsers[browser];
  return system === null
    ? browserName
    : fill(words.name, { browser: browserName, system: words.systems[system] });
}
