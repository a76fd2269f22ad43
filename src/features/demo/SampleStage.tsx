// Waits for the sample, says where it did not come, and shows what is made of it.
import type { ReactNode } from 'react';
import { Spinner } from '../../ui/Spinner.tsx';
import { DemoFailed } from './DemoFailed.tsx';
import type { DemoSound } from './sample.ts';
import { useDemoSound } from './useDemoSound.ts';

export interface SampleStageProps {
  failure: 'loading' | 'demo';
  children: (sound: DemoSound) => ReactNode;
}

export function SampleStage({ failure, children }: SampleStageProps) {
  const state = useDemoSound(null);
  if (state.status === 'loading') return <Spinner size={32} />;
  return state.status === 'failed' ? <DemoFailed kind={failure} /> : children(state.sound);
}
