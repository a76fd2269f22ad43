// URLs with parameters, and their navigation state.
import type { TrackView } from '../../api/contract/tracks.ts';
import { writeMoment } from './moments.ts';
import { paths } from './paths.ts';

const withQuery = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;

export const commentsLink = (trackId: string): string => withQuery(paths.comments(), { trackId });

/** The player page, opened at a moment. */
export const momentLink = (trackId: string, seconds: number): string =>
  withQuery(paths.player(trackId), { t: writeMoment(seconds) });

/** The viewer's removed content, where they can appeal. */
export const decisionsLink = (): string => `${paths.report()}?decisions`;

export const tagLink = (tag: string): string => withQuery(paths.search(), { tags: tag });

export interface ReportTarget {
  type: 'recording' | 'comment' | 'description';
  /** The comment's id for a comment, otherwise the track's. */
  targetId: string;
  /** Seconds from its start; null when nothing was played. */
  at: number | null;
}

export interface ReportState extends ReportTarget {
  trackId: string;
  trackInfo: { id: string; title: string; username: string };
}

type Reported = Pick<TrackView, 'id' | 'title' | 'user'>;

/** `to` and `state` of a link to the report page; the URL is enough after a reload. */
export function reportLink(track: Reported, target: ReportTarget): { to: string; state: ReportState } {
  const query = { trackId: track.id, type: target.type, targetId: target.targetId };
  const moment: Record<string, string> = target.at === null ? {} : { at: writeMoment(target.at) };
  const trackInfo = { id: track.id, title: track.title, username: track.user.username };
  return {
    to: withQuery(paths.report(), { ...query, ...moment }),
    state: { ...target, trackId: track.id, trackInfo },
  };
}

/** The paragraph of a rule on the guidelines page. */
export const ruleLink = (ruleId: string): string => `${paths.guidelines()}#${ruleId}`;
