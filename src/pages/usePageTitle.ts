// The browser's title for a page.
import { useEffect } from 'react';
import { messages } from '../lib/messages.ts';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${messages.shell.name}`;
  }, [title]);
}
