// The editor's keyboard shortcuts.
import { useAtom } from 'jotai';
import { editorKeysMessages } from '../../lib/messages/editorKeys.ts';
import { KeysSheet } from '../../ui/KeysSheet.tsx';
import { keysAtom } from './preferences.ts';

export function EditorKeys({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useAtom(keysAtom);
  return <KeysSheet open onClose={onClose} words={editorKeysMessages} on={on} setOn={setOn} />;
}
