// /audio-editor: what is kept of a take, before it is shared.
import { useCallback } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { EditorPanel } from '../features/editor/EditorPanel.tsx';
import { languageOf } from '../lib/messages.ts';
import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/Button.tsx';
import styles from './EditorPage.module.css';

export function EditorPage() {
  const navigate = useNavigate();
  const toUpload = useCallback(() => void navigate(paths.upload()), [navigate]);
  return (
    <div className={styles.page}>
      <EditorPanel
        onExported={toUpload}
        again={(label) => (
          <Link to={paths.recorder()} className={buttonClass('primary')} lang={languageOf(label)}>
            {label}
          </Link>
        )}
      />
    </div>
  );
}
