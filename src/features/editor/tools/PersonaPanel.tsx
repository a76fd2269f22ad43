// The persona voice below the waveform, with what it does not do.
import { useAtomValue, useSetAtom } from 'jotai';
import { toolMessages } from '../../../lib/messages/tools.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { TrialPanel } from './TrialPanel.tsx';
import styles from './tools.module.css';
import { trialAtom } from './trial.ts';
import { changeTrialAtom } from './trialSession.ts';

const text = toolMessages.persona;

export function PersonaPanel() {
  const strength = useAtomValue(trialAtom)?.choices.persona ?? 'light';
  const change = useSetAtom(changeTrialAtom);
  return (
    <TrialPanel title={text.name} tool="persona">
      <Notice kind="warn">
        <span lang="de" className={styles.warning}>
          {text.warning}
        </span>
      </Notice>
      <div lang="de" className={styles.controls}>
        <Tabs
          kind="filter"
          label={text.strength}
          value={strength}
          choices={[
            { value: 'light', label: text.light },
            { value: 'strong', label: text.strong },
          ]}
          onChange={(persona) => void change({ persona })}
        />
      </div>
    </TrialPanel>
  );
}
