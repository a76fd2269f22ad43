// The open tool, loaded when one is opened.
import { useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { toolMessages } from '../../../lib/messages/tools.ts';
import { languageOf, messages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Dialog.tsx';
import { Icon, type IconName } from '../../../ui/Icon.tsx';
import { FadesPanel } from './FadesPanel.tsx';
import { HoldPanel } from './HoldPanel.tsx';
import { startHoldAtom } from './holdSession.ts';
import { LoudnessPanel } from './LoudnessPanel.tsx';
import { openToolAtom, type ToolName } from './openTool.ts';
import { operationsAtom } from './operations.ts';
import { PausesPanel } from './PausesPanel.tsx';
import { PersonaPanel } from './PersonaPanel.tsx';
import { startPausesAtom } from './pausesSession.ts';
import styles from './tools.module.css';
import { startTrialAtom } from './trialSession.ts';

const ROOM: Record<ToolName | 'menu', ReactNode> = {
  menu: <ToolMenu />,
  hold: <HoldPanel />,
  pauses: <PausesPanel />,
  loudness: <LoudnessPanel />,
  persona: <PersonaPanel />,
  fades: <FadesPanel />,
};

export default function ToolRoom() {
  const open = useAtomValue(openToolAtom);
  return open && ROOM[open];
}

function ToolMenu() {
  const open = useSetAtom(openToolAtom);
  const ports = useAtomValue(operationsAtom);
  const startPauses = useSetAtom(startPausesAtom);
  const startTrial = useSetAtom(startTrialAtom);
  const startHold = useSetAtom(startHoldAtom);
  const close = () => open(null);
  const tools: { icon: IconName; name: string; hint: string; start: () => void }[] = [
    { icon: 'listen', ...toolMessages.hold, start: startHold },
  ];
  if (ports.proposePauses)
    tools.push({ icon: 'scissors', ...toolMessages.pauses, start: () => void startPauses() });
  if (ports.planLoudness) {
    tools.push({ icon: 'volume', ...toolMessages.loudness, start: () => void startTrial('loudness') });
    tools.push({ icon: 'sliders', ...toolMessages.fades, start: () => void startTrial('fades') });
  }
  if (ports.personaSecret)
    tools.push({ icon: 'person', ...toolMessages.persona, start: () => void startTrial('persona') });
  return (
    <Sheet
      open
      onClose={close}
      title={toolMessages.menu}
      actions={<Button onClick={close}>{messages.shell.close}</Button>}
    >
      <p className={styles.small}>{toolMessages.menuHint}</p>
      <ul className={styles.menu}>
        {tools.map(({ icon, name, hint, start }) => (
          <li key={name}>
            <button type="button" className={styles.entry} lang={languageOf(name)} onClick={start}>
              <Icon name={icon} />
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
