import { studioMessages } from './messages/studio.ts';
import { fill } from './messages.ts';

/** How long a review takes in words; the specified sentence while the server has no figure. */
export function estimateText(minutes: number | null): string {
  const { estimate, minutes: inMinutes, hours: inHours, days } = studioMessages.uploadResult;
  if (minutes === null) return estimate;
  if (minutes < 90) return fill(inMinutes, { n: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48 ? fill(inHours, { n: hours }) : fill(days, { n: Math.round(hours / 24) });
}
