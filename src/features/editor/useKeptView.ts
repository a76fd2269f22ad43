// Keeps where a person is in a take while the editor is open, and has all of the edit written before the page goes.
import { useStore } from 'jotai';
import { useEffect } from 'react';
import { createScope } from '../../lib/scope.ts';
import { flushKeptAtom, keepViewAtom, viewAtom } from './keptView.ts';

export function useKeptView(): void {
  const store = useStore();
  useEffect(() => {
    const scope = createScope();
    const flush = () => store.set(flushKeptAtom);
    scope.add(store.sub(viewAtom, () => store.set(keepViewAtom)));
    scope.listen(window, 'pagehide', flush);
    scope.listen(document, 'visibilitychange', flush);
    scope.add(flush);
    return () => scope.close();
  }, [store]);
}
