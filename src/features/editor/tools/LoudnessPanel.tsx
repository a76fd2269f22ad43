// Loudness below the waveform: the measurement in a sentence and in numbers.
import { useAtomValue } from 'jotai';
import type { LoudnessPlan } from '../../../dsp/protocol.ts';
import { toolMessages } from '../../../lib/messages/tools.ts';
import { fill } from '../../../lib/messages.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { TrialPanel } from './TrialPanel.tsx';
import styles from './tools.module.css';
import { planTaskAtom } from './trialSession.ts';

const text = toolMessages.loudness;

/** Differences up to this are inaudible, LU. */
const RIGHT_WITHIN = 1;

function verdictOf(plan: LoudnessPlan): string {
  if (plan.measuredLufs === null) return text.silent;
  const off = plan.measuredLufs - plan.targetLufs;
  if (Math.abs(off) <= RIGHT_WITHIN) return text.right;
  return off < 0 ? text.quiet : text.loud;
}

export function LoudnessPanel() {
  const task = useAtomValue(planTaskAtom);
  const plan = task.phase === 'done' ? task.value : null;
  const lifted = Math.max(0, ...(plan?.lift.map((point) => point.db) ?? []));
  return (
    <TrialPanel title={text.name} tool="loudness" canApply={plan !== null && plan.measuredLufs !== null}>
      {task.phase === 'failed' && <Notice kind="bad">{toolMessages.failed}</Notice>}
      {task.phase === 'working' && (
        <p className={styles.small} role="status">
          {text.measuring}, {fill(toolMessages.working, { n: Math.round(task.fraction * 100) })}
        </p>
      )}
      {plan && (
        <div role="status">
          <p>{verdictOf(plan)}</p>
          {plan.measuredLufs !== null && (
            <p className={styles.small}>
              {fill(text.numbers, { from: plan.measuredLufs.toFixed(1), to: plan.targetLufs.toFixed(0) })}
              {lifted >= 1 && <span>{fill(text.lifted, { n: lifted.toFixed(0) })}</span>}
              <span>{text.peak}</span>
            </p>
          )}
        </div>
      )}
    </TrialPanel>
  );
}
