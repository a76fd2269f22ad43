// The browser's title for a page; it leaves with the page.
import { useEffect } from 'react';
import { messages } from '../lib/messages.ts';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${messages.shell.name}`;
    return () => {
      document.title = messages.shell.name;
    };
  }, [title]);
}
