// Nothing to edit, or nothing that can be read. The take itself is never held back.
import { useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { studioMessages } from '../../lib/messages/studio.ts';
import { languageOf, messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import type { EditorState } from './atoms.ts';
import styles from './editor.module.css';
import { loadMessage } from './failures.ts';
import { loadEditorAtom } from './load.ts';

export interface EditorFailedProps {
  state: Extract<EditorState, { phase: 'failed' }>;
  /** "Record Again": the page knows the way. */
  again: ReactNode;
}

export function EditorFailed({ state, again }: EditorFailedProps) {
  const load = useSetAtom(loadEditorAtom);
  const text = loadMessage(state.code);
  const { raw } = state;
  return (
    <StateCard level={1} title={text} lang={languageOf(text)}>
      <div className={styles.ways}>
        {again}
        {state.code !== 'no_data' && <Button onClick={() => void load()}>{messages.shell.retry}</Button>}
        {raw && (
          <Button
            kind="bare"
            icon={<Icon name="download" size={18} />}
            onClick={() => saveFile(raw.file, raw.name)}
          >
            {studioMessages.studio.downloadRaw}
          </Button>
        )}
      </div>
    </StateCard>
  );
}
