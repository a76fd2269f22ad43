// The tools: their list or the open one. In the studio they are beside the waveform, elsewhere over the page.

import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useRef } from 'react';
import type { LoudnessPlan } from '../../../dsp/protocol.ts';
import { formatLevel } from '../../../lib/format.ts';
import { toolMessages } from '../../../lib/messages/tools.ts';
import { fill, languageOf, messages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Dialog.tsx';
import { Icon, type IconName } from '../../../ui/Icon.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { StrokeIcon } from '../../../ui/StrokeIcon.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { sourceAtom } from '../atoms.ts';
import { exportAtom } from '../exportTake.ts';
import { AddPanel } from '../takes/AddPanel.tsx';
import { startAddingAtom } from '../takes/adding.ts';
import { OrderPanel } from '../takes/OrderPanel.tsx';
import { CleanUpPanel } from './CleanUpPanel.tsx';
import { type Fades, MAX_FADE_SECONDS } from './choices.ts';
import { GainPanel } from './GainPanel.tsx';
import { startGainAtom } from './gainSession.ts';
import { HoldPanel } from './HoldPanel.tsx';
import { startHoldAtom } from './holdSession.ts';
import { openToolAtom, type ToolName } from './openTool.ts';
import { operationsAtom } from './operations.ts';
import { PausesPanel } from './PausesPanel.tsx';
import { startPausesAtom } from './pausesSession.ts';
import { takeLostFocus } from './ToolPanel.tsx';
import { TrialPanel } from './TrialPanel.tsx';
import styles from './tools.module.css';
import { trialAtom } from './trial.ts';
import { changeTrialAtom, planTaskAtom, prepareCleanUpAtom, startTrialAtom } from './trialSession.ts';

const ROOM: Record<ToolName, ReactNode> = {
  add: <AddPanel />,
  order: <OrderPanel />,
  gain: <GainPanel />,
  hold: <HoldPanel />,
  pauses: <PausesPanel />,
  cleanup: <CleanUpPanel />,
  loudness: <LoudnessPanel />,
  persona: <PersonaPanel />,
  fades: <FadesPanel />,
};

export default function ToolRoom({ isDocked }: { isDocked: boolean }) {
  const [open, setOpen] = useAtom(openToolAtom);
  const last = useRef<ToolName>(null);
  // The list stands beside the waveform: it must not open as a sheet when the window becomes small again.
  useEffect(() => {
    if (isDocked && open === 'menu') setOpen(null);
  }, [isDocked, open, setOpen]);
  if (open === null || open === 'menu') return isDocked ? <ToolRail last={last.current} /> : <ToolMenu />;
  last.current = open;
  return ROOM[open];
}

interface ToolEntry {
  tool: ToolName;
  icon: IconName | keyof typeof OWN;
  name: string;
  hint: string;
  start: () => void;
}

/** The tools that this engine offers. */
function useTools(): ToolEntry[] {
  const ports = useAtomValue(operationsAtom);
  const startPauses = useSetAtom(startPausesAtom);
  const startTrial = useSetAtom(startTrialAtom);
  const startHold = useSetAtom(startHoldAtom);
  const startAdding = useSetAtom(startAddingAtom);
  const startGain = useSetAtom(startGainAtom);
  const open = useSetAtom(openToolAtom);
  const hasParts = (useAtomValue(sourceAtom)?.parts?.length ?? 0) > 1;
  const tools: ToolEntry[] = [
    { tool: 'add', icon: 'plus', ...toolMessages.add, start: startAdding },
    { tool: 'gain', icon: 'bars', ...toolMessages.gain, start: startGain },
    { tool: 'hold', icon: 'check', ...toolMessages.hold, start: startHold },
  ];
  if (hasParts)
    tools.splice(1, 0, { tool: 'order', icon: 'down', ...toolMessages.order, start: () => open('order') });
  if (ports.proposePauses)
    tools.push({ tool: 'pauses', icon: 'scissors', ...toolMessages.pauses, start: () => void startPauses() });
  if (ports.findDisturbances)
    tools.push({
      tool: 'cleanup',
      icon: 'sparkles',
      ...toolMessages.cleanup,
      start: () => void startTrial('cleanup'),
    });
  if (ports.planLoudness) {
    tools.push({
      tool: 'loudness',
      icon: 'volume',
      ...toolMessages.loudness,
      start: () => void startTrial('loudness'),
    });
    tools.push({
      tool: 'fades',
      icon: 'sliders',
      ...toolMessages.fades,
      start: () => void startTrial('fades'),
    });
  }
  if (ports.personaSecret)
    tools.push({
      tool: 'persona',
      icon: 'mask',
      ...toolMessages.persona,
      start: () => void startTrial('persona'),
    });
  return tools;
}

/** Only the tools have these icons, so they are not in the set that every page loads. */
const OWN = {
  bars: 'M5 10v4M9.7 7v10M14.3 4v16M19 9v6',
  mask: 'M4 8c2.7-1.4 5.3-1.4 8 0 2.7-1.4 5.3-1.4 8 0v2.6c0 3.4-1.7 5.9-4 5.9-1.9 0-2.9-2.2-4-2.2s-2.1 2.2-4 2.2c-2.3 0-4-2.5-4-5.9ZM7 11.4c.8-1 2.4-1 3.2 0M13.8 11.4c.8-1 2.4-1 3.2 0',
  sparkles:
    'M10.5 4l1.9 5.1L17.5 11l-5.1 1.9L10.5 18l-1.9-5.1L3.5 11l5.1-1.9ZM18.5 15.5l.8 2.2 2.2.8-2.2.8-.8 2.2-.8-2.2-2.2-.8 2.2-.8Z',
};

const isOwn = (name: string): name is keyof typeof OWN => name in OWN;

const ToolIcon = ({ name, size }: { name: ToolEntry['icon']; size: number }) =>
  isOwn(name) ? <StrokeIcon path={OWN[name]} size={size} /> : <Icon name={name} size={size} />;

/** Beside the waveform; the focus returns to the `last` tool. */
function ToolRail({ last }: { last: ToolName | null }) {
  const busy = useAtomValue(exportAtom).phase === 'exporting';
  const prepare = useSetAtom(prepareCleanUpAtom);
  return (
    <ul
      className={styles.rail}
      aria-label={toolMessages.menu}
      onPointerEnter={() => void prepare()}
      onFocus={() => void prepare()}
    >
      {useTools().map(({ tool, icon, name, hint, start }) => (
        <li key={tool}>
          <button
            ref={tool === last ? takeLostFocus : null}
            type="button"
            className={styles.railTool}
            lang={languageOf(name)}
            title={hint}
            disabled={busy}
            onClick={start}
          >
            <ToolIcon name={icon} size={32} />
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}

function ToolMenu() {
  const open = useSetAtom(openToolAtom);
  const close = () => open(null);
  const prepare = useSetAtom(prepareCleanUpAtom);
  useEffect(() => void prepare(), [prepare]);
  return (
    <Sheet
      open
      onClose={close}
      title={toolMessages.menu}
      actions={<Button onClick={close}>{messages.shell.close}</Button>}
    >
      <p className={styles.small}>{toolMessages.menuHint}</p>
      <ul className={styles.menu}>
        {useTools().map(({ icon, name, hint, start }) => (
          <li key={name}>
            <button type="button" className={styles.entry} lang={languageOf(name)} onClick={start}>
              <ToolIcon name={icon} size={24} />
              <span>
                {name}
                <span className={styles.hint}>{hint}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

const fadesText = toolMessages.fades;
const STEP_SECONDS = 0.5;
const NONE: Fades = { inSeconds: 0, outSeconds: 0 };

/** Fades below the waveform. */
function FadesPanel() {
  const fades = useAtomValue(trialAtom)?.choices.fades ?? NONE;
  const change = useSetAtom(changeTrialAtom);
  const slider = (label: string, end: keyof Fades) => {
    const length = fill(fadesText.seconds, { n: fades[end] });
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
    <TrialPanel title={fadesText.name} tool="fades" canApply={fades.inSeconds + fades.outSeconds > 0}>
      <div className={styles.fades}>
        {slider(fadesText.in, 'inSeconds')}
        {slider(fadesText.out, 'outSeconds')}
      </div>
    </TrialPanel>
  );
}

const loudnessText = toolMessages.loudness;

/** Differences up to this are inaudible, LU. */
const RIGHT_WITHIN = 1;

function verdictOf(plan: LoudnessPlan): string {
  if (plan.measuredLufs === null) return loudnessText.silent;
  const off = plan.measuredLufs - plan.targetLufs;
  if (Math.abs(off) <= RIGHT_WITHIN) return loudnessText.right;
  return off < 0 ? loudnessText.quiet : loudnessText.loud;
}

/** The measured loudness, in a sentence and in numbers. */
function LoudnessPanel() {
  const task = useAtomValue(planTaskAtom);
  const plan = task.phase === 'done' ? task.value : null;
  const lifted = Math.max(0, ...(plan?.lift.map((point) => point.db) ?? []));
  return (
    <TrialPanel
      title={loudnessText.name}
      tool="loudness"
      canApply={plan !== null && plan.measuredLufs !== null}
    >
      {task.phase === 'working' && (
        <p className={styles.small} role="status">
          {loudnessText.measuring}, {fill(toolMessages.working, { n: Math.round(task.fraction * 100) })}
        </p>
      )}
      {plan && (
        <div role="status">
          <p>{verdictOf(plan)}</p>
          {plan.measuredLufs !== null && (
            <p className={styles.small}>
              {fill(loudnessText.numbers, {
                from: formatLevel(plan.measuredLufs, 1),
                to: formatLevel(plan.targetLufs, 0),
              })}
              {lifted >= 1 && <span>{fill(loudnessText.lifted, { n: lifted.toFixed(0) })}</span>}
              <span>{loudnessText.peak}</span>
            </p>
          )}
        </div>
      )}
    </TrialPanel>
  );
}

const personaText = toolMessages.persona;

/** The persona voice, with what it does not do. */
function PersonaPanel() {
  const strength = useAtomValue(trialAtom)?.choices.persona ?? 'light';
  const change = useSetAtom(changeTrialAtom);
  return (
    <TrialPanel title={personaText.name} tool="persona">
      <Notice kind="warn">
        <span lang="de" className={styles.warning}>
          {personaText.warning}
        </span>
      </Notice>
      <div lang="de" className={styles.controls}>
        <Tabs
          kind="filter"
          label={personaText.strength}
          value={strength}
          choices={[
            { value: 'light', label: personaText.light },
            { value: 'strong', label: personaText.strong },
          ]}
          onChange={(persona) => void change({ persona })}
        />
      </div>
    </TrialPanel>
  );
}
