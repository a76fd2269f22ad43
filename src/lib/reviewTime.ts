import { shareMessages } from './messages/share.ts';
import { fill } from './messages.ts';

/** Estimated time of a review as text; the specified text while the server has no figure. */
export function estimateText(minutes: number | null): string {
  const { estimate, minutes: inMinutes, hours: inHours, days } = shareMessages.uploadResult;
  if (minutes === null) return estimate;
  if (minutes < 90) return fill(inMinutes, { n: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48 ? fill(inHours, { n: hours }) : fill(days, { n: Math.round(hours / 24) });
}
