// /test and /test-news: figures, lists, counters and tools for engineers.

import { NewsTestPanel } from '../features/engineering/NewsTestPanel.tsx';
import { TestPanel } from '../features/engineering/TestPanel.tsx';
import { engineeringMessages } from '../lib/messages/engineering.ts';
import { usePageTitle } from './usePageTitle.ts';

export function TestPage() {
  usePageTitle(engineeringMessages.test.title);
  return <TestPanel />;
}

export function NewsTestPage() {
  usePageTitle(engineeringMessages.news.title);
  return <NewsTestPanel />;
}
