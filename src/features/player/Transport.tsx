// Time and the buttons under the circle.
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { listeningMessages, listeningMessages as words } from '../../lib/messages/listening.ts';
import { playerMessages } from '../../lib/messages/player.ts';
import { fill } from '../../lib/messages.ts';
import { shuffledAtom } from '../../state/listening/order.ts';
import { offeredPlaceAtom } from '../../state/listening/places.ts';
import {
  cycleRepeatAtom,
  durationSecondsAtom,
  elapsedSecondsAtom,
  playlistAtom,
  repeatAtom,
  volumeAtom,
} from '../../state/player.ts';
import { resumeAtom, stepTrackAtom } from '../../state/playerActions.ts';
import { seekAtom, skipAtom } from '../../state/playerRun.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { KeysSheet } from '../../ui/KeysSheet.tsx';
import { SeekIcon } from '../../ui/SeekIcon.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { ExtraIcon } from './ExtraIcon.tsx';
import { muteAtom, playerKeysAtom, usePlayerKeys } from './keys.ts';
import { ListeningSheet } from './ListeningSheet.tsx';
import { Sleep, Speed } from './PlaybackSheets.tsx';
import styles from './Transport.module.css';
import transportExtrasStyles from './TransportExtras.module.css';

function TransportExtras() {
  const [shuffled, setShuffled] = useAtom(shuffledAtom);
  const [hasKeys, setKeys] = useAtom(playerKeysAtom);
  const [sheet, setSheet] = useState<'list' | 'keys' | null>(null);
  usePlayerKeys(() => setSheet('keys'));
  const close = () => setSheet(null);
  return (
    <div className={transportExtrasStyles.extras}>
      <Speed />
      <Sleep />
      <IconButton label={words.shuffle} active={shuffled} onClick={() => setShuffled(!shuffled)}>
        <ExtraIcon name="shuffle" />
      </IconButton>
      <IconButton label={words.list} onClick={() => setSheet('list')}>
        <ExtraIcon name="list" />
      </IconButton>
      <IconButton
        label={words.keys.show}
        className={transportExtrasStyles.keys}
        onClick={() => setSheet('keys')}
      >
        <ExtraIcon name="keys" />
      </IconButton>
      <ListeningSheet open={sheet === 'list'} onClose={close} />
      <KeysSheet
        open={sheet === 'keys'}
        onClose={close}
        words={{ ...words.keys, close: words.close }}
        on={hasKeys}
        setOn={setKeys}
      />
    </div>
  );
}

const SKIP_SECONDS = 15;
const REPEAT_LABEL = {
  none: playerMessages.repeatNone,
  one: playerMessages.repeatOne,
  all: playerMessages.repeatAll,
} as const;

export function Transport() {
  const playlist = useAtomValue(playlistAtom);
  const repeat = useAtomValue(repeatAtom);
  const cycleRepeat = useSetAtom(cycleRepeatAtom);
  const skip = useSetAtom(skipAtom);
  const step = useSetAtom(stepTrackAtom);
  return (
    <div className={styles.transport}>
      <Time />
      <div className={styles.buttons}>
        <IconButton label={playerMessages.previous} onClick={() => void step(-1)}>
          <Icon name="previous" size={22} />
        </IconButton>
        <IconButton label={playerMessages.back15} onClick={() => skip(-SKIP_SECONDS)}>
          <SeekIcon direction="back" seconds={SKIP_SECONDS} />
        </IconButton>
        <IconButton
          label={REPEAT_LABEL[repeat]}
          active={repeat !== 'none'}
          onClick={cycleRepeat}
          className={styles.repeat}
        >
          <ExtraIcon name="repeat" size={24} />
          {repeat === 'one' && <span className={styles.one}>1</span>}
        </IconButton>
        <IconButton label={playerMessages.forward15} onClick={() => skip(SKIP_SECONDS)}>
          <SeekIcon direction="forward" seconds={SKIP_SECONDS} />
        </IconButton>
        <IconButton label={playerMessages.next} disabled={playlist.length < 2} onClick={() => void step(1)}>
          <Icon name="next" size={22} />
        </IconButton>
      </div>
      <ContinueOffer />
      <TransportExtras />
      <Volume />
    </div>
  );
}

/** Separate from the buttons, which do not change every second. */
function Time() {
  const elapsed = useAtomValue(elapsedSecondsAtom);
  const duration = useAtomValue(durationSecondsAtom);
  return (
    <p className={styles.time}>
      <span data-elapsed>{formatDuration(elapsed)}</span>
      <span className={styles.total} data-total>
        {formatDuration(duration)}
      </span>
    </p>
  );
}

/** Only on devices with a mouse: phones have volume keys, and some ignore the volume of a page. */
function Volume() {
  const [volume, setVolume] = useAtom(volumeAtom);
  const mute = useSetAtom(muteAtom);
  return (
    <div className={styles.volume}>
      <IconButton label={volume === 0 ? listeningMessages.unmute : listeningMessages.mute} onClick={mute}>
        <Icon name={volume === 0 ? 'mute' : 'volume'} size={20} />
      </IconButton>
      <Slider
        label={playerMessages.volume}
        value={Math.round(volume * 100)}
        min={0}
        max={100}
        valueText={`${Math.round(volume * 100)} %`}
        onChange={(percent) => setVolume(percent / 100)}
      />
    </div>
  );
}

/** Offers to continue where this device stopped, while the track is at its beginning. */
function ContinueOffer() {
  const seconds = useAtomValue(offeredPlaceAtom);
  const seek = useSetAtom(seekAtom);
  const resume = useSetAtom(resumeAtom);
  if (seconds === null) return null;
  return (
    <Button
      kind="quiet"
      onClick={() => {
        seek(seconds);
        void resume();
      }}
    >
      {fill(listeningMessages.continueAt, { time: formatDuration(seconds) })}
    </Button>
  );
}
