// No take, or an unreadable one. The original can always be downloaded.
import { useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { studioMessages } from '../../lib/messages/studio.ts';
import { takeMessages } from '../../lib/messages/take.ts';
import { languageOf, messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import type { EditorState } from './atoms.ts';
import styles from './editor.module.css';
import { loadLanguage, loadMessage } from './failures.ts';
import { loadEditorAtom } from './load.ts';

export interface EditorFailedProps {
  state: Extract<EditorState, { phase: 'failed' }>;
  /** Renders the link to the recorder with this label. */
  again: (label: string) => ReactNode;
}

export function EditorFailed({ state, again }: EditorFailedProps) {
  const load = useSetAtom(loadEditorAtom);
  const { code, raw } = state;
  const isStalled = code === 'stalled' || code === 'stalled_phone';
  const retry = isStalled ? studioMessages.waveform.retry : messages.shell.retry;
  const more = code === 'stalled_phone' ? takeMessages.take.stalledOnPhone : undefined;
  return (
    <StateCard
      kind={code === 'no_data' ? 'empty' : 'error'}
      level={1}
      title={loadMessage(code)}
      lang={loadLanguage(code)}
      text={more}
      textLang={more && languageOf(more)}
    >
      <div className={styles.ways}>
        {isStalled && <RetryButton label={retry} onRetry={load} />}
        {again(isStalled ? studioMessages.waveform.recordAgain : studioMessages.editor.recordAgain)}
        {!isStalled && code !== 'no_data' && <RetryButton label={retry} onRetry={load} />}
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

function RetryButton({ label, onRetry }: { label: string; onRetry: () => Promise<void> }) {
  return (
    <Button onClick={() => void onRetry()}>
      <span lang={languageOf(label)}>{label}</span>
    </Button>
  );
}
