// /unicorn: visualises a sound.
import { UnicornPanel } from '../features/unicorn/UnicornPanel.tsx';
import { unicornMessages } from '../lib/messages/unicorn.ts';
import { usePageTitle } from './usePageTitle.ts';

export function UnicornPage() {
  usePageTitle(unicornMessages.title);
  return <UnicornPanel />;
}
