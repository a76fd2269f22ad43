// Retries every 30 s while the feed is empty. Returns a function that retries at once.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import { feedAtom, refreshFeedAtom } from './atoms.ts';

const RETRY_EMPTY_MS = 30_000;

export function useFeedRetry(): () => void {
  const refresh = useSetAtom(refreshFeedAtom);
  const { status } = useAtomValue(feedAtom);
  const isEmpty = status !== 'filled' && status !== 'loading';
  useEffect(() => {
    if (!isEmpty) return;
    const timer = setInterval(() => void refresh(), RETRY_EMPTY_MS);
    return () => clearInterval(timer);
  }, [isEmpty, refresh]);
  return () => void refresh();
}
