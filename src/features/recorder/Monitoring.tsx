// Hearing oneself in headphones, off until the person has read what a loudspeaker does. It ends with its microphone.
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { VoiceMeter } from '../../audio/voiceMeter.ts';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { naturalSoundAtom } from './settings.ts';

const { monitoring: words } = recorderMessages;

export function Monitoring({ meter }: { meter: VoiceMeter }) {
  const natural = useAtomValue(naturalSoundAtom);
  const [isOn, setOn] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    meter.monitor(true);
    return () => meter.monitor(false);
  }, [meter, isOn]);
  const wouldChange = meter.hasEchoCancellation ?? !natural;
  const close = () => setAsking(false);
  return (
    <>
      <IconButton label={words.label} active={isOn} onClick={() => (isOn ? setOn(false) : setAsking(true))}>
        <Icon name="listen" />
      </IconButton>
      <Sheet
        open={isAsking}
        onClose={close}
        title={wouldChange ? words.natural : words.headphones}
        actions={
          <>
            <Button onClick={close}>{wouldChange ? words.close : words.cancel}</Button>
            {!wouldChange && (
              <Button
                kind="primary"
                onClick={() => {
                  close();
                  setOn(true);
                }}
              >
                {words.start}
              </Button>
            )}
          </>
        }
      >
        <p>{wouldChange ? words.naturalText : words.headphonesText}</p>
      </Sheet>
    </>
  );
}
