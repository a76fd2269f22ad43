// Clean up: what disturbs the take, what to remove of it, and how much.
import { useAtomValue, useSetAtom } from 'jotai';
import type { CleanupKinds, Disturbances } from '../../../dsp/protocol.ts';
import { cleanUpMessages as text } from '../../../lib/messages/cleanUp.ts';
import { toolMessages } from '../../../lib/messages/tools.ts';
import { fill } from '../../../lib/messages.ts';
import { Switch } from '../../../ui/Switch.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { CLEANUP_KINDS, CLEANUP_STRENGTHS } from './choices.ts';
import { nearFindingsAtom } from './nearFindings.ts';
import { TrialPanel } from './TrialPanel.tsx';
import styles from './tools.module.css';
import { trialAtom } from './trial.ts';
import { changeTrialAtom, planTaskAtom } from './trialSession.ts';
import { findingsAtom } from './voiceTools.ts';

/** Each disturbance that was found, in words. */
function foundOf({ humHz, clicks, hissDb, plosives, sharpS }: Disturbances) {
  const { found } = text;
  const count = (n: number, one: string, many: string) => (n === 1 ? one : fill(many, { n }));
  const words: Partial<Record<keyof CleanupKinds, string>> = {
    ...(humHz !== null && { hum: fill(found.hum, { n: Math.round(humHz) }) }),
    ...(hissDb !== null && { hiss: found.hiss }),
    ...(clicks > 0 && { clicks: count(clicks, found.click, found.clicks) }),
    ...(plosives > 0 && { plosives: count(plosives, found.plosive, found.plosives) }),
    ...(sharpS > 0 && { sharpS: found.sharpS }),
  };
  return words;
}

const sentenceOf = (words: readonly string[]): string =>
  words.length === 0 ? text.none : fill(text.list, { list: words.join(', ') });

export function CleanUpPanel() {
  const cleanup = useAtomValue(trialAtom)?.choices.cleanup;
  const findings = useAtomValue(findingsAtom);
  const near = useAtomValue(nearFindingsAtom);
  const task = useAtomValue(planTaskAtom);
  const change = useSetAtom(changeTrialAtom);
  if (!cleanup) return null;
  const heard = findings ?? near;
  const found = heard ? foundOf(heard) : {};
  const kinds = CLEANUP_KINDS.filter((kind) => found[kind] !== undefined);
  return (
    <TrialPanel
      title={toolMessages.cleanup.name}
      tool="cleanup"
      canApply={kinds.some((kind) => cleanup[kind])}
      isReady={heard !== null}
    >
      <p role="status">
        {findings
          ? sentenceOf(Object.values(found))
          : task.phase === 'working' &&
            `${text.searching}, ${fill(toolMessages.working, { n: Math.round(task.fraction * 100) })}`}
      </p>
      {kinds.length > 0 && (
        <>
          <div className={styles.kinds}>
            {kinds.map((kind) => (
              <Switch
                key={kind}
                label={text.kinds[kind]}
                checked={cleanup[kind]}
                onChange={(on) => void change({ cleanup: { ...cleanup, [kind]: on } })}
              />
            ))}
          </div>
          {found.hiss !== undefined && cleanup.hiss && (
            <Tabs
              kind="filter"
              label={text.strength}
              value={cleanup.strength}
              choices={CLEANUP_STRENGTHS.map((value) => ({ value, label: text.strengths[value] }))}
              onChange={(strength) => void change({ cleanup: { ...cleanup, strength } })}
            />
          )}
        </>
      )}
    </TrialPanel>
  );
}
