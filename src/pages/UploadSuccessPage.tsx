// /upload-success: the recording is published.
import { useCallback } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { SuccessNotice } from '../features/publish/UploadNotices.tsx';
import { shareMessages } from '../lib/messages/share.ts';
import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/Button.tsx';
import styles from './PublishPage.module.css';
import { usePageTitle } from './usePageTitle.ts';

const wayTo = (trackId: string | null) => (trackId ? paths.player(trackId) : paths.home());

export function UploadSuccessPage() {
  usePageTitle(shareMessages.uploadResult.success);
  const { state } = useLocation();
  const navigate = useNavigate();
  const onward = useCallback((trackId: string | null) => void navigate(wayTo(trackId)), [navigate]);
  return (
    <div className={styles.centred}>
      <SuccessNotice
        state={state}
        onward={onward}
        actions={(trackId) => (
          <>
            <Link to={wayTo(trackId)} className={buttonClass('primary', true)}>
              {shareMessages.uploadResult.viewAudio}
            </Link>
            <Link to={paths.home()} className={buttonClass('quiet', true)}>
              {shareMessages.uploadResult.goHome}
            </Link>
          </>
        )}
      />
    </div>
  );
}
