// Space acts as the big button wherever the focus is, except on a control that uses Space itself.
import { useEffect } from 'react';
import { createScope } from '../../../lib/scope.ts';

const OWN_SPACE = 'button, input, textarea, select, a[href], [role="radio"], [role="switch"]';

/** `target`: the button that Space always means, or null. A page that loses the keyboard lets go. */
export function useHoldKey(target: () => HTMLElement | null, press: () => void, release: () => void): void {
  useEffect(() => {
    const scope = createScope();
    let down = false;
    const isOurs = (event: KeyboardEvent) => {
      const origin = event.composedPath()[0];
      if (event.key !== ' ' || !(origin instanceof Element)) return false;
      return origin === target() || origin.closest(OWN_SPACE) === null;
    };
    const take = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    // Capturing: the editor's own Space plays and pauses.
    const onDown = (event: KeyboardEvent) => {
      if (!isOurs(event) || event.altKey || event.ctrlKey || event.metaKey) return;
      take(event);
      if (!down) press();
      down = true;
    };
    const onUp = (event: KeyboardEvent) => {
      if (!down || event.key !== ' ') return;
      take(event);
      down = false;
      release();
    };
    const letGo = () => {
      if (!down) return;
      down = false;
      release();
    };
    window.addEventListener('keydown', onDown, true);
    window.addEventListener('keyup', onUp, true);
    scope.add(() => window.removeEventListener('keydown', onDown, true));
    scope.add(() => window.removeEventListener('keyup', onUp, true));
    scope.listen(window, 'blur', letGo);
    scope.listen(document, 'visibilitychange', letGo);
    return () => scope.close();
  }, [target, press, release]);
}
