// The open tool. Loaded when one is opened: a person who only trims never pays for it.
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { FadesPanel } from './FadesPanel.tsx';
import { HoldPanel } from './HoldPanel.tsx';
import { LoudnessPanel } from './LoudnessPanel.tsx';
import { openToolAtom, type ToolName } from './openTool.ts';
import { PausesPanel } from './PausesPanel.tsx';
import { PersonaPanel } from './PersonaPanel.tsx';
import { ToolMenu } from './ToolMenu.tsx';

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
