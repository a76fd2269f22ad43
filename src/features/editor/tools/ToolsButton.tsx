// The way to the tools, in the editor's bar.
import { useAtomValue, useSetAtom } from 'jotai';
import { toolMessages } from '../../../lib/messages/tools.ts';
import { BarTool } from '../BarTool.tsx';
import { exportAtom } from '../exportTake.ts';
import { openToolAtom } from './openTool.ts';

export function ToolsButton() {
  const open = useSetAtom(openToolAtom);
  const busy = useAtomValue(exportAtom).phase === 'exporting';
  return (
    <BarTool icon="sliders" disabled={busy} onClick={() => open('menu')}>
      {toolMessages.menu}
    </BarTool>
  );
}
