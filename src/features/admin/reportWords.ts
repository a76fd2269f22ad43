// How a report is written in a table: cut to a length (S2 §2), dates as the specification asks of reports alone.

/** Shown of the reported words and of the reason, in characters. */
export const CONTENT_LENGTH = 40;
export const REASON_LENGTH = 30;

/** The first `length` characters, and a sign that there are more. */
export function cutText(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`;
}

const shortDate = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });

/** `Nov 22, 2026`, whatever the browser speaks. */
export const reportDate = (iso: string): string => shortDate.format(new Date(iso));
