// Takes the browser's network away, as its pages are told of it, and brings it back.
import { vi } from 'vitest';

export function setNetwork(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}
