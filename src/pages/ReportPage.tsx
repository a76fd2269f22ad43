// Reporting a recording, its description or a comment (`/report`), and removed content (`/report?decisions`).
import { useAtomValue } from 'jotai/react';
import { useEffect, useMemo } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { commentsList } from '../features/comments/atoms.ts';
import { useTrack } from '../features/player/useTrackOnPage.ts';
import { Decisions } from '../features/reports/Decisions.tsx';
import { ReportForm } from '../features/reports/ReportForm.tsx';
import { type Target, targetOf } from '../features/reports/target.ts';
import { reportMessages as words } from '../lib/messages/report.ts';
import { paths } from '../lib/paths.ts';
import { Button } from '../ui/Button.tsx';
import { StateCard } from '../ui/Card.tsx';
import { usePageTitle } from './usePageTitle.ts';

export function ReportPage() {
  const { state } = useLocation();
  const [query] = useSearchParams();
  const target = useMemo(() => targetOf(state, query), [state, query]);
  const hasDecisions = query.has('decisions');
  usePageTitle(hasDecisions ? words.decisions.title : words.title);
  if (hasDecisions) return <Decisions />;
  if (target === null) return <Navigate to={paths.home()} replace />;
  return target.commentId === null ? (
    <Report target={target} comment={null} />
  ) : (
    <CommentReport target={target} commentId={target.commentId} />
  );
}

/** A comment that is not on the first page is reported without its text. */
function CommentReport({ target, commentId }: { target: Target; commentId: string }) {
  const list = useAtomValue(useMemo(() => commentsList({ trackId: target.trackId }), [target.trackId]));
  const rows = list.status === 'loading' ? [] : list.rows;
  return <Report target={target} comment={rows.find(({ id }) => id === commentId)?.content ?? null} />;
}

function Report({ target, comment }: { target: Target; comment: string | null }) {
  const { found } = useTrack(target.trackId);
  // Preloaded, so that the next page can confirm the report also without a network.
  useEffect(() => void import('../features/reports/ReportSent.tsx').catch(() => undefined), []);
  const navigate = useNavigate();
  if (found.status === 'missing')
    return (
      <StateCard kind="missing" title={words.title} level={1} text={words.gone}>
        <Button kind="primary" onClick={() => navigate(paths.home(), { replace: true })}>
          {words.home}
        </Button>
      </StateCard>
    );
  return (
    <ReportForm
      target={target}
      track={found.status === 'found' ? found.track : null}
      isWaiting={found.status === 'loading'}
      comment={comment}
      onEnd={(reported) =>
        navigate(paths.player(target.trackId), { replace: true, state: reported && { reported } })
      }
    />
  );
}
