// What stands in for the voice that was not recorded.
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { ListenButton } from './ListenButton.tsx';
import { TONE_SECONDS } from './sample.ts';
import { useDemoSound } from './useDemoSound.ts';

export function RecordedSample() {
  const state = useDemoSound(TONE_SECONDS.record);
  if (state.status !== 'ready') return <Spinner size={32} />;
  return (
    <>
      <p role="status">{state.sound.isTone ? words.recordedTone : words.recorded}</p>
      <ListenButton file={state.sound.file} />
    </>
  );
}
