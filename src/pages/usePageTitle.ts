// The browser's title and icon for a page; in discreet mode they name nothing.
import { useAtomValue } from 'jotai/react';
import { useEffect } from 'react';
import { messages } from '../lib/messages.ts';
import { discreetAtom } from '../state/discreet.ts';

export function usePageTitle(title: string): void {
  const discreet = useAtomValue(discreetAtom);
  useEffect(() => {
    document.title = discreet ? messages.shell.discreet : `${title} · ${messages.shell.name}`;
    document.querySelector('link[rel=icon]')?.setAttribute('href', discreet ? '/quiet.svg' : '/icon.svg');
  }, [title, discreet]);
}
