// /bench: the engine measured on the visitor's own device.
import { BenchPanel } from '../features/bench/BenchPanel.tsx';
import { benchMessages } from '../lib/messages/bench.ts';
import { usePageTitle } from './usePageTitle.ts';

export function BenchPage() {
  usePageTitle(benchMessages.title);
  return <BenchPanel />;
}
