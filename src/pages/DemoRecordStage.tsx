// The recorder's own button, ring and timer in a demo: they show a simulated voice, in a store of their own.
import { createStore } from 'jotai';
import { Provider } from 'jotai/react';
import { useEffect, useState } from 'react';
import type { DemoStageProps } from '../features/demo/DemoRecorder.tsx';
import { elapsedSecondsAtom, moveAtom } from '../features/recorder/atoms.ts';
import { RecorderTimer } from '../features/recorder/RecorderTimer.tsx';
import { RecordStage } from '../features/recorder/RecordStage.tsx';
import { demoMessages as words } from '../lib/messages/demo.ts';

/** Syllables of a quarter of a second in sentences of three. */
const VOICE = {
  read: () => {
    const seconds = performance.now() / 1000;
    const syllable = Math.abs(Math.sin(seconds * Math.PI * 2));
    const sentence = Math.max(0, Math.sin((seconds * Math.PI * 2) / 3));
    return { peak: 0.5, rmsDb: -54 + 40 * syllable * Math.sqrt(sentence) };
  },
  hears: true,
  isHeld: false,
  hasAutomaticGain: false,
  hasEchoCancellation: false,
  monitor() {},
  close() {},
};

export function DemoRecordStage({ phase, seconds, onPress }: DemoStageProps) {
  const [store] = useState(createStore);
  useEffect(() => {
    // The finished ring stays until the next recording.
    store.set(moveAtom, phase === 'done' ? { phase: 'finished', reference: 'memory:demo' } : { phase });
  }, [store, phase]);
  useEffect(() => store.set(elapsedSecondsAtom, seconds), [store, seconds]);
  return (
    <Provider store={store}>
      <RecordStage meter={VOICE} startLabel={words.record} stopLabel={words.stop} onPress={onPress} />
      <RecorderTimer running={phase !== 'idle'} left="" over="" />
    </Provider>
  );
}
