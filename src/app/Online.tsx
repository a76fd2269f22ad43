// Tells every part below whether this device has a network.
import { useAtomValue } from 'jotai/react';
import type { ReactNode } from 'react';
import { isOnlineAtom } from '../state/online.ts';
import { OnlineContext } from '../ui/online.ts';

export function Online({ children }: { children: ReactNode }) {
  return <OnlineContext value={useAtomValue(isOnlineAtom)}>{children}</OnlineContext>;
}
