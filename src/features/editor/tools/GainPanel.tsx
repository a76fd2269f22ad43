// "Volume" below the waveform: one slider for the selected area.
import { useAtomValue, useSetAtom } from 'jotai';
import { formatDuration } from '../../../lib/format.ts';
import { toolMessages } from '../../../lib/messages/tools.ts';
import { fill } from '../../../lib/messages.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { GAIN_DB } from '../areas.ts';
import { areasAtom } from '../atoms.ts';
import { gainText } from '../gainText.ts';
import { listenAtom } from '../listen.ts';
import {
  endGainAtom,
  gainedAreaAtom,
  isLimitedAtom,
  setGainAtom,
  toggleGainPlayAtom,
} from './gainSession.ts';
import { ToolPanel } from './ToolPanel.tsx';
import styles from './tools.module.css';

const text = toolMessages.gain;

export function GainPanel() {
  const gained = useAtomValue(gainedAreaAtom);
  const isOnly = useAtomValue(areasAtom).length === 1;
  const isLimited = useAtomValue(isLimitedAtom);
  const playing = useAtomValue(listenAtom).phase === 'playing';
  const [change, toggle, end] = [
    useSetAtom(setGainAtom),
    useSetAtom(toggleGainPlayAtom),
    useSetAtom(endGainAtom),
  ];
  const { start = 0, end: stop = 0, gainDb = 0 } = gained?.area ?? {};
  const level = gainText(gainDb);
  const area = { n: gained?.n ?? 1, from: formatDuration(start), to: formatDuration(stop) };
  return (
    <ToolPanel
      title={text.name}
      aside={<span className={styles.sum}>{fill(text.area, area)}</span>}
      cancel={{ label: toolMessages.leave, onClick: () => end('cancel') }}
      apply={{ label: toolMessages.take, onClick: () => end('apply') }}
    >
      <div className={styles.gain}>
        <IconButton kind="glass" label={playing ? toolMessages.pause : toolMessages.play} onClick={toggle}>
          <Icon name={playing ? 'pause' : 'play'} />
        </IconButton>
        <Slider
          showLabel
          label={fill(text.slider, { level })}
          valueText={level}
          min={GAIN_DB.min}
          max={GAIN_DB.max}
          value={gainDb}
          onChange={change}
        />
      </div>
      <p className={styles.small} role="status">
        {isLimited ? text.limited : isOnly ? text.divide : text.choose}
      </p>
    </ToolPanel>
  );
}
