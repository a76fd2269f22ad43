// Texts and dates of reports: texts cut to a length, dates in the specified English format.

import type { ReportView } from '../../../api/contract/reports.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { fill } from '../../lib/messages.ts';

/** Characters shown of the reported text and of the reason. */
export const CONTENT_LENGTH = 40;
export const REASON_LENGTH = 30;

/** The first `length` characters, with an ellipsis if there are more. */
export function cutText(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`;
}

const { reporters } = adminMessages.reports;

/** What moderators know about a reporter: never the name. */
export function reporterText(reporter: ReportView['reporter']): string {
  if (reporter === null) return reporters.none;
  const { isGuest, reports: n, confirmed } = reporter;
  return fill(isGuest ? reporters.guest : reporters.registered, { n, confirmed });
}

const shortDate = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });

/** `Nov 22, 2026` in every locale. */
export const reportDate = (iso: string): string => shortDate.format(new Date(iso));
