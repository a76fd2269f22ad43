// Tighten pauses below the waveform.
import { useAtomValue, useSetAtom } from 'jotai';
import { formatDuration } from '../../../lib/format.ts';
import { toolMessages } from '../../../lib/messages/tools.ts';
import { fill } from '../../../lib/messages.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import {
  endPausesAtom,
  offeredCutsAtom,
  PAUSE_LENGTHS,
  pauseLengthAtom,
  pausesTaskAtom,
  previewCutAtom,
  savedSecondsAtom,
  setPauseLengthAtom,
  silenceSeconds,
  switchCutAtom,
} from './pausesSession.ts';
import { ToolPanel } from './ToolPanel.tsx';
import styles from './tools.module.css';

const text = toolMessages.pauses;

export function PausesPanel() {
  const task = useAtomValue(pausesTaskAtom);
  const cuts = useAtomValue(offeredCutsAtom);
  const length = useAtomValue(pauseLengthAtom);
  const saved = useAtomValue(savedSecondsAtom);
  const [setLength, preview] = [useSetAtom(setPauseLengthAtom), useSetAtom(previewCutAtom)];
  const [switchCut, end] = [useSetAtom(switchCutAtom), useSetAtom(endPausesAtom)];
  const on = cuts.filter((cut) => cut.on).length;
  const label = fill(text.longer, { n: length });
  const time = saved < 100 ? `${saved.toFixed(1)} s` : formatDuration(saved);
  const working = task.phase === 'working';
  return (
    <ToolPanel
      title={text.name}
      aside={
        <span className={styles.sum} role="status">
          {working &&
            `${text.searching}, ${fill(toolMessages.working, { n: Math.round(task.fraction * 100) })}`}
          {task.phase === 'done' &&
            (cuts.length === 0 ? text.none : fill(on === 1 ? text.foundOne : text.found, { n: on, time }))}
        </span>
      }
      progress={working ? task.fraction : null}
      cancel={{ label: working ? toolMessages.cancel : toolMessages.leave, onClick: () => end('cancel') }}
      apply={{ label: text.take, disabled: on === 0, onClick: () => end('apply') }}
    >
      {task.phase === 'failed' && <Notice kind="bad">{toolMessages.failed}</Notice>}
      <Slider
        showLabel
        label={label}
        valueText={label}
        min={PAUSE_LENGTHS.min}
        max={PAUSE_LENGTHS.max}
        step={PAUSE_LENGTHS.step}
        value={length}
        onChange={setLength}
      />
      {cuts.length > 0 && (
        <ul className={styles.cuts}>
          {cuts.map((cut) => {
            const at = formatDuration(cut.start);
            return (
              <li key={cut.start} className={styles.cut}>
                <IconButton label={fill(text.hear, { time: at })} onClick={() => preview(cut)}>
                  <Icon name="play" size={20} />
                </IconButton>
                <Switch
                  label={fill(text.one, { time: at, n: silenceSeconds(cut).toFixed(1) })}
                  checked={cut.on}
                  onChange={(checked) => switchCut(cut, checked)}
                />
              </li>
            );
          })}
        </ul>
      )}
    </ToolPanel>
  );
}
