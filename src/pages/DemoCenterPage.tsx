// /demo: a card for every demo.
import { DemoCenter } from '../features/demo/DemoCenter.tsx';
import { demoMessages } from '../lib/messages/demo.ts';
import { usePageTitle } from './usePageTitle.ts';

export function DemoCenterPage() {
  usePageTitle(demoMessages.title);
  return <DemoCenter />;
}
