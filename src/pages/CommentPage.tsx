// The comments of the recording named in the URL (`?trackId=`).
import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { CommentedTrack } from '../features/comments/CommentedTrack.tsx';
import { Comments } from '../features/comments/Comments.tsx';
import { useTrack } from '../features/player/useTrackOnPage.ts';
import { momentLink } from '../lib/links.ts';
import { commentMessages } from '../lib/messages/comments.ts';
import { playerMessages } from '../lib/messages/player.ts';
import { pagesBehind, paths } from '../lib/paths.ts';
import { Button } from '../ui/Button.tsx';
import { RingSkeleton } from '../ui/RingSkeleton.tsx';
import styles from './CommentPage.module.css';
import { renderHide } from './renderHide.tsx';
import { TrackNotShown } from './TrackNotShown.tsx';
import { usePageTitle } from './usePageTitle.ts';

export function CommentPage() {
  const [query] = useSearchParams();
  const id = query.get('trackId') ?? '';
  const { found, retry } = useTrack(id);
  const navigate = useNavigate();
  const listen = useCallback((seconds: number) => void navigate(momentLink(id, seconds)), [id, navigate]);
  usePageTitle(commentMessages.title);
  return (
    <div className={styles.page}>
      {found.status === 'loading' && <RingSkeleton height="96px" shape="block" />}
      {found.status === 'found' && (
        <>
          <CommentedTrack track={found.track} />
          <Comments track={found.track} onMoment={listen} renderHide={renderHide} />
        </>
      )}
      <TrackNotShown found={found} retry={retry}>
        <Button kind="primary" onClick={() => (pagesBehind() ? navigate(-1) : navigate(paths.home()))}>
          {playerMessages.goBack}
        </Button>
      </TrackNotShown>
    </div>
  );
}
