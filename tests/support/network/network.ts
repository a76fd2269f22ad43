// Turns the browser's network off and on for its pages.
import { vi } from 'vitest';

export function setNetwork(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}
