// Starts the page anew when an account has left this browser, here or on another page of it: nothing of what it saw stays in memory.
import { basenameOf, paths } from '../lib/paths.ts';
import { loadSessionAtom, startAnewAtom } from '../state/session.ts';
import { closeStorage, onOtherOwner } from '../storage/owner.ts';
import { store } from './store.ts';

/** Their addresses name nothing that somebody heard, typed or recorded. */
const PLAIN_PATHS: readonly string[] = [
  ...[paths.account(), paths.ownData(), paths.admin()],
  ...[paths.login(), paths.register(), paths.recover()],
];

function startAnew(): void {
  closeStorage();
  // A take that is being recorded is on the disk, chunk by chunk: nobody is asked whether to stay with it.
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
