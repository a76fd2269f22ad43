// The browser's title and icon for a page; the title is reset when the page closes. In discreet mode both are
// neutral.
import { useAtomValue } from 'jotai/react';
import { useEffect } from 'react';
import { messages } from '../lib/messages.ts';
import { discreetAtom } from '../state/discreet.ts';

export function usePageTitle(title: string): void {
  const discreet = useAtomValue(discreetAtom);
  useEffect(() => {
    const { name, discreet: neutral } = messages.shell;
    document.title = discreet ? neutral : `${title} · ${name}`;
    document.querySelector('link[rel=icon]')?.setAttribute('href', discreet ? '/quiet.svg' : '/icon.svg');
    return () => {
      document.title = discreet ? neutral : name;
    };
  }, [title, discreet]);
}
