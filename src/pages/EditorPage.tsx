// /audio-editor: cuts a take before sharing.
import { useCallback } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { EditorColumn, EditorPanel } from '../features/editor/EditorPanel.tsx';
import { studioMessages } from '../lib/messages/studio.ts';
import { languageOf } from '../lib/messages.ts';
import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/Button.tsx';
import { usePageTitle } from './usePageTitle.ts';

export function EditorPage() {
  usePageTitle(studioMessages.studio.edit);
  const navigate = useNavigate();
  const toUpload = useCallback(() => void navigate(paths.upload()), [navigate]);
  return (
    <EditorColumn>
      <EditorPanel
        onExported={toUpload}
        again={(label) => (
          <>
            <Link to={paths.recorder()} className={buttonClass('primary')} lang={languageOf(label)}>
              {label}
            </Link>
            <Link to={paths.record()} className={buttonClass('quiet')}>
              {studioMessages.studio.draftsTitle}
            </Link>
          </>
        )}
      />
    </EditorColumn>
  );
}
