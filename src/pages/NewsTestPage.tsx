// /test-news: counters and tools for engineers.
import { NewsTestPanel } from '../features/engineering/NewsTestPanel.tsx';
import { engineeringMessages } from '../lib/messages/engineering.ts';
import { usePageTitle } from './usePageTitle.ts';

export function NewsTestPage() {
  usePageTitle(engineeringMessages.news.title);
  return <NewsTestPanel />;
}
