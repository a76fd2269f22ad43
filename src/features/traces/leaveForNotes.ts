// Puts a page of empty notes where this page stood, and where all pages of this visit stood: neither back nor forward
// leads to them.

import { tracesMessages } from '../../lib/messages/traces.ts';
import { pagesBehind } from '../../lib/visit.ts';

const NOTES = '/quiet.html';
/** A browser that does not say it has gone back is not waited for. */
const PATIENCE_MS = 300;

/** Goes back `by` entries and tells when the browser is there. */
function goBack(by: number, then: () => void): void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    then();
  };
  window.addEventListener('popstate', once, { once: true });
  setTimeout(once, PATIENCE_MS);
  window.history.go(-by);
}

export function leaveForNotes(): void {
  // Nothing of the page is seen while the browser works.
  document.documentElement.style.display = 'none';
  document.title = tracesMessages.notes;
  const replace = () => window.location.replace(NOTES);
  const before = pagesBehind();
  if (before === 0) {
    replace();
    return;
  }
  goBack(before, () => {
    // An entry of ours after the first one takes the place of all that came after it.
    window.history.pushState(null, '', NOTES);
    goBack(1, replace);
  });
}
