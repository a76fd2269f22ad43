// /upload and /share-recording: the share form, and the pages after it.
import { useCallback, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ShareOutcome } from '../features/publish/outcome.ts';
import { ShareForm } from '../features/publish/ShareForm.tsx';
import { shareMessages } from '../lib/messages/share.ts';
import { paths } from '../lib/paths.ts';
import styles from './PublishPage.module.css';
import { usePageTitle } from './usePageTitle.ts';

/** Fetches the following pages while the user fills in the form: after an offline upload they cannot be fetched. */
const fetchWhatFollows = () =>
  Promise.allSettled([
    import('../features/publish/OutboxChip.tsx'),
    import('../features/publish/WaitingTracks.tsx'),
    import('./SecurityCheckPage.tsx'),
    import('./UploadSuccessPage.tsx'),
  ]);

export function PublishPage() {
  usePageTitle(shareMessages.share.title);
  const navigate = useNavigate();
  useEffect(() => void fetchWhatFollows(), []);
  const onOutcome = useCallback(
    (outcome: ShareOutcome) => {
      if (outcome.kind === 'kept') void navigate(paths.home());
      // Back from the notice must not lead to an empty form.
      else if (outcome.kind === 'review')
        void navigate(paths.securityCheck(), { state: outcome.notice, replace: true });
      else void navigate(paths.uploadSuccess(), { state: outcome.notice, replace: true });
    },
    [navigate],
  );
  return (
    <div className={styles.page}>
      <ShareForm onTrim={() => void navigate(paths.editor())} onOutcome={onOutcome} />
    </div>
  );
}
