// Fades below the waveform.
import { useAtomValue, useSetAtom } from 'jotai';
import { toolMessages } from '../../../lib/messages/tools.ts';
import { fill } from '../../../lib/messages.ts';
import { Slider } from '../../../ui/Slider.tsx';
import { type Fades, MAX_FADE_SECONDS } from './choices.ts';
import { TrialPanel } from './TrialPanel.tsx';
import styles from './tools.module.css';
import { trialAtom } from './trial.ts';
import { changeTrialAtom } from './trialSession.ts';

const text = toolMessages.fades;
const STEP_SECONDS = 0.5;
const NONE: Fades = { inSeconds: 0, outSeconds: 0 };

export function FadesPanel() {
  const fades = useAtomValue(trialAtom)?.choices.fades ?? NONE;
  const change = useSetAtom(changeTrialAtom);
  const slider = (label: string, end: keyof Fades) => {
    const length = fill(text.seconds, { n: fades[end] });
    return (
      <div className={styles.fade}>
        <Slider
          showLabel
          label={`${label}, ${length}`}
          valueText={length}
          min={0}
          max={MAX_FADE_SECONDS}
          step={STEP_SECONDS}
          value={fades[end]}
          onChange={(seconds) => void change({ fades: { ...fades, [end]: seconds } })}
        />
      </div>
    );
  };
  return (
    <TrialPanel title={text.name} tool="fades" canApply={fades.inSeconds + fades.outSeconds > 0}>
      <div className={styles.fades}>
        {slider(text.in, 'inSeconds')}
        {slider(text.out, 'outSeconds')}
      </div>
    </TrialPanel>
  );
}
