// /test: figures and lists for engineers.
import { TestPanel } from '../features/engineering/TestPanel.tsx';
import { engineeringMessages } from '../lib/messages/engineering.ts';
import { usePageTitle } from './usePageTitle.ts';

export function TestPage() {
  usePageTitle(engineeringMessages.test.title);
  return <TestPanel />;
}
