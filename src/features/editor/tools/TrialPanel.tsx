// The frame of a tool that changes the sound: compare before and after, then apply, cancel or turn off.
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useContext } from 'react';
import { offlineMessages } from '../../../lib/messages/offline.ts';
import { toolMessages } from '../../../lib/messages/tools.ts';
import { messages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { OnlineContext } from '../../../ui/online.ts';
import { Tabs } from '../../../ui/Tabs.tsx';
import { choicesAtom } from '../atoms.ts';
import { listenAtom } from '../listen.ts';
import type { ToolChoices } from './choices.ts';
import { ToolPanel } from './ToolPanel.tsx';
import styles from './tools.module.css';
import { playsAfterAtom } from './trial.ts';
import { compareAtom, endTrialAtom, measureAtom, planTaskAtom, toggleTrialPlayAtom } from './trialSession.ts';

interface TrialPanelProps {
  title: string;
  tool: keyof ToolChoices;
  /** False while there is nothing to apply. */
  canApply?: boolean;
  /** Whether it is heard and applied before the measurement ends. */
  isReady?: boolean;
  children: ReactNode;
}

export function TrialPanel({ title, tool, canApply = true, isReady = false, children }: TrialPanelProps) {
  const playing = useAtomValue(listenAtom).phase === 'playing';
  const after = useAtomValue(playsAfterAtom);
  const task = useAtomValue(planTaskAtom);
  const isOn = tool in useAtomValue(choicesAtom);
  const [compare, toggle, end] = [
    useSetAtom(compareAtom),
    useSetAtom(toggleTrialPlayAtom),
    useSetAtom(endTrialAtom),
  ];
  const working = task.phase === 'working';
  const waits = working && !isReady;
  return (
    <ToolPanel
      title={title}
      aside={
        isOn && (
          <Button kind="bare" onClick={() => end('off')}>
            {toolMessages.turnOff}
          </Button>
        )
      }
      progress={working ? task.fraction : null}
      cancel={{ label: working ? toolMessages.cancel : toolMessages.leave, onClick: () => end('cancel') }}
      apply={{ label: toolMessages.take, disabled: !canApply || waits, onClick: () => end('apply') }}
    >
      {task.phase === 'failed' && <MeasureFailed />}
      {children}
      <div className={styles.controls}>
        <IconButton
          kind="glass"
          label={playing ? toolMessages.pause : toolMessages.play}
          disabled={waits}
          onClick={toggle}
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </IconButton>
        <Tabs
          kind="filter"
          label={toolMessages.hear}
          value={after ? 'after' : 'before'}
          choices={[
            { value: 'before', label: toolMessages.before },
            { value: 'after', label: toolMessages.after },
          ]}
          onChange={(value) => compare(value === 'after')}
        />
      </div>
    </ToolPanel>
  );
}

/** Offline, a part of the engine may not be on this device yet. */
function MeasureFailed() {
  const isOnline = useContext(OnlineContext);
  const measure = useSetAtom(measureAtom);
  return (
    <Notice
      kind="bad"
      action={
        <Button kind="bare" onClick={() => void measure()}>
          {messages.shell.retry}
        </Button>
      }
    >
      {isOnline ? toolMessages.failed : offlineMessages.needsServer}
    </Notice>
  );
}
