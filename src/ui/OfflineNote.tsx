// Explains disabled `needsServer` buttons while this device has no network. Otherwise renders nothing.
import { useContext } from 'react';
import { offlineMessages } from '../lib/messages/offline.ts';
import { Notice } from './Notice.tsx';
import { OnlineContext } from './online.ts';

export function OfflineNote({ text = offlineMessages.needsServer }: { text?: string }) {
  return useContext(OnlineContext) ? null : <Notice kind="warn">{text}</Notice>;
}
