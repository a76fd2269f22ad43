// The subject of a report, from the link's state or, after a reload, from the URL.
import { REPORT_TYPES, type ReportType } from '../../../api/contract/reportCategories.ts';
import { readMoment } from '../../lib/moments.ts';

export interface Target {
  trackId: string;
  type: ReportType;
  /** Null unless it is about one comment. */
  commentId: string | null;
  /** Whole seconds; null without a moment. */
  at: number | null;
  /** The recording's title and name from the link. */
  known: { title: string; username: string } | null;
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const secondsIn = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.floor(value) : null;

/** Null when neither the state of the link nor the address names a recording. */
export function targetOf(state: unknown, query: URLSearchParams): Target | null {
  const link = Object(state) as Record<string, unknown>;
  const info = Object(link.trackInfo) as Record<string, unknown>;
  const trackId = textIn(link.trackId) ?? textIn(info.id) ?? textIn(query.get('trackId'));
  if (trackId === null) return null;
  const targetId = textIn(link.targetId) ?? textIn(query.get('targetId'));
  const asked = textIn(link.type) ?? textIn(query.get('type'));
  const named = textIn(query.get('commentId')) ?? (asked === 'comment' ? targetId : null);
  const type = named === null ? (REPORT_TYPES.find((each) => each === asked) ?? 'recording') : 'comment';
  return {
    trackId,
    // Without the comment itself, only the recording can be reported.
    type: type === 'comment' && named === null ? 'recording' : type,
    commentId: named,
    at: secondsIn(link.at) ?? readMoment(query.get('at') ?? query.get('t')),
    known: 'title' in info ? { title: String(info.title), username: String(info.username ?? '') } : null,
  };
}

/** Key of a draft: one per recording or comment. */
export const keyOf = ({ trackId, commentId }: Target): string => commentId ?? trackId;
