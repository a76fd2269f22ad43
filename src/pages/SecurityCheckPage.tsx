// /security-check: the upload waits for a moderator.
import { Link, useLocation } from 'react-router-dom';
import { ReviewNotice } from '../features/publish/UploadNotices.tsx';
import { shareMessages } from '../lib/messages/share.ts';
import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/Button.tsx';
import styles from './PublishPage.module.css';
import { usePageTitle } from './usePageTitle.ts';

export function SecurityCheckPage() {
  usePageTitle(shareMessages.uploadResult.checking);
  const { state } = useLocation();
  return (
    <div className={styles.centred}>
      <ReviewNotice
        state={state}
        action={
          <Link to={paths.home()} className={buttonClass('primary', true)}>
            {shareMessages.uploadResult.gotIt}
          </Link>
        }
      />
    </div>
  );
}
