// Pure rules of a comment's words.
import { isTooLong } from '../contract/commentText.ts';
import { COMMENT_MAX_LENGTH } from '../contract/limits.ts';
import { isBlank } from '../contract/shownText.ts';
import { invalid } from '../errors.ts';

/** Trimmed; throws `invalid_body` when blank or over 500 characters as a person counts them. */
export function checkContent(content: string): string {
  const trimmed = content.trim();
  if (isBlank(trimmed)) throw invalid('content', 'missing', 'content must not be blank');
  if (isTooLong(trimmed)) {
    throw invalid('content', 'too_long', `content must not exceed ${COMMENT_MAX_LENGTH} characters`);
  }
  return trimmed;
}
