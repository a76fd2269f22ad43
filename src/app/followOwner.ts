// Reloads the page when an account has left this browser, here or in another tab: none of its data stays in memory.
import { basenameOf, paths } from '../lib/paths.ts';
import { loadSessionAtom, startAnewAtom } from '../state/session.ts';
import { closeStorage, onOtherOwner } from '../storage/owner.ts';
import { store } from './store.ts';

/** Paths without personal data: they name nothing the user played, typed or recorded. */
const PLAIN_PATHS: readonly string[] = [
  ...[paths.account(), paths.ownData(), paths.admin()],
  ...[paths.login(), paths.register(), paths.recover()],
];

function startAnew(): void {
  closeStorage();
  // A running take is saved chunk by chunk: skip the browser's question before leaving.
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  const { pathname } = window.location;
  const isPlain = PLAIN_PATHS.some((path) => pathname.endsWith(path));
  window.location.replace(isPlain ? pathname : basenameOf(pathname));
}

/** Returns a function that stops it. */
export function followOwner(): () => void {
  store.set(startAnewAtom, { run: startAnew });
  return onOtherOwner((isSame) => {
    if (isSame) void store.set(loadSessionAtom);
    else startAnew();
  });
}
