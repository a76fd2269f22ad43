// Hold-to-keep below the waveform: playback, the button, and the parts kept so far.
import { useAtomValue, useSetAtom } from 'jotai';
import type { MouseEvent } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { toolMessages } from '../../../lib/messages/tools.ts';
import { fill } from '../../../lib/messages.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { SeekIcon } from '../../../ui/SeekIcon.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { totalSeconds } from '../areas.ts';
import { areasAtom } from '../atoms.ts';
import { listenAtom, playSpeedAtom } from '../listen.ts';
import { HoldButton } from './HoldButton.tsx';
import {
  dropHoldAtom,
  endHoldAtom,
  HOLD_SPEEDS,
  holdBackAtom,
  holdByPressAtom,
  holdCountAtom,
  isHeldAtom,
  setHoldSpeedAtom,
  toggleHoldPlayAtom,
} from './holdSession.ts';
import { ToolPanel } from './ToolPanel.tsx';
import styles from './tools.module.css';

const text = toolMessages.hold;

/** A pointer press moves the focus back to the hold button; keyboard focus stays. */
const focusBig = (event: MouseEvent<HTMLElement>) => {
  if (event.detail > 0)
    event.currentTarget.querySelector<HTMLElement>('[data-hold]')?.focus({ preventScroll: true });
};

export function HoldPanel() {
  const areas = useAtomValue(areasAtom);
  const playing = useAtomValue(listenAtom).phase === 'playing';
  const speed = useAtomValue(playSpeedAtom);
  const count = useAtomValue(holdCountAtom);
  const held = useAtomValue(isHeldAtom);
  const [byPress, setByPress] = [useAtomValue(holdByPressAtom), useSetAtom(holdByPressAtom)];
  const [togglePlay, setSpeed] = [useSetAtom(toggleHoldPlayAtom), useSetAtom(setHoldSpeedAtom)];
  const [back, drop, end] = [useSetAtom(holdBackAtom), useSetAtom(dropHoldAtom), useSetAtom(endHoldAtom)];
  const time = formatDuration(totalSeconds(areas));
  const sum =
    areas.length === 0
      ? text.keptNone
      : fill(areas.length === 1 ? text.keptOne : text.kept, { n: areas.length, time });
  return (
    <ToolPanel
      title={text.name}
      aside={<span className={styles.sum}>{sum}</span>}
      cancel={{ label: text.leave, onClick: () => end('cancel') }}
      apply={{ label: text.take, disabled: areas.length === 0 || held, onClick: () => end('apply') }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only where the focus goes */}
      <div className={styles.holdGrid} onClick={focusBig}>
        <div className={styles.controls}>
          <IconButton label={text.back} onClick={back}>
            <SeekIcon direction="back" seconds={5} />
          </IconButton>
          <IconButton
            kind="glass"
            label={playing ? toolMessages.pause : toolMessages.play}
            onClick={togglePlay}
          >
            <Icon name={playing ? 'pause' : 'play'} />
          </IconButton>
          <Tabs
            kind="filter"
            label={text.speed}
            value={String(speed)}
            choices={HOLD_SPEEDS.map((n) => ({ value: String(n), label: fill(text.speedValue, { n }) }))}
            onChange={(value) => setSpeed(Number(value))}
          />
          <IconButton label={text.drop} disabled={count === 0} onClick={drop}>
            <Icon name="undo" />
          </IconButton>
        </div>
        <HoldButton byPress={byPress} />
        <label className={styles.small}>
          <input
            type="checkbox"
            checked={byPress}
            onChange={(event) => setByPress(event.currentTarget.checked)}
          />
          <span>{text.tap}</span>
          {speed > 1 && <span>{text.pitch}</span>}
        </label>
      </div>
    </ToolPanel>
  );
}
