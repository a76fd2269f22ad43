// Keyboard shortcuts of the queue, at any focus except elements that take text or use the key themselves.
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect } from 'react';
import { keysOnAtom, TAKES_TEXT } from '../../state/moderatorKeys.ts';
import { openFullAtom, playSamplesAtom, togglePlayAtom } from './listening.ts';
import {
  closeItemAtom,
  decideOpenAtom,
  isLocked,
  moveAtom,
  openIdAtom,
  openItemAtom,
  undoLastAtom,
} from './opened.ts';
import {
  askEscalationAtom,
  askRejectionAtom,
  chooseRuleAtom,
  confirmAtom,
  questionAtom,
} from './questions.ts';
import { isAdminAtom } from './record.ts';

const HAS_KEYS = 'button, a, input, summary';

export function useQueueKeys(): void {
  const store = useStore();
  const isOn = useAtomValue(keysOnAtom);
  const full = useSetAtom(openFullAtom);
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (document.querySelector('dialog[open]')) return;
      const takesText = target.matches(TAKES_TEXT);
      const action = actionOf(event.key, store);
      const isAnswer = event.key === 'Enter' && !event.shiftKey && store.get(questionAtom) !== null;
      if (takesText && !isAnswer && event.key !== 'Escape') return;
      const isOwn = (event.key === ' ' || event.key === 'Enter') && target.matches(HAS_KEYS);
      // A chosen rule is no button: Enter there confirms it.
      if (isOwn && !(isAnswer && target.matches('input[type=radio]')) && !target.matches('[data-open-row]'))
        return;
      if (!action) return;
      event.preventDefault();
      if (!event.repeat || event.key === 'j' || event.key === 'k') action();
    };
    const release = (event: KeyboardEvent) => {
      if (event.key === 'f' || event.key === 'F') full(false);
    };
    const letGo = () => full(false);
    document.addEventListener('keydown', press);
    document.addEventListener('keyup', release);
    window.addEventListener('blur', letGo);
    document.addEventListener('visibilitychange', letGo);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('keyup', release);
      window.removeEventListener('blur', letGo);
      document.removeEventListener('visibilitychange', letGo);
      full(false);
    };
  }, [isOn, full, store]);
}

type Store = ReturnType<typeof useStore>;

function actionOf(key: string, store: Store): (() => void) | undefined {
  const { get, set } = store;
  const item = get(openItemAtom);
  const canDecide = item !== null && !isLocked(item.claim);
  const digit = /^[1-9]$/.test(key) ? Number(key) - 1 : -1;
  if (digit >= 0) return canDecide ? () => set(chooseRuleAtom, digit) : undefined;
  const isAsked = get(questionAtom) !== null;
  const always: Record<string, () => void> = {
    j: () => set(moveAtom, 1),
    k: () => set(moveAtom, -1),
    z: () => set(undoLastAtom),
  };
  const whileOpen: Record<string, () => void> = {
    ' ': () => set(togglePlayAtom),
    s: () => set(playSamplesAtom, item?.row.preview?.spans ?? []),
    f: () => set(openFullAtom, true),
    Escape: () => (isAsked ? set(questionAtom, null) : set(closeItemAtom)),
  };
  const whileDecidable: Record<string, () => void> = {
    a: () => set(decideOpenAtom, { kind: 'approve' }),
    h: () => set(decideOpenAtom, { kind: 'hide' }),
    r: () => set(askRejectionAtom),
    ...(get(isAdminAtom) ? {} : { e: () => set(askEscalationAtom) }),
    ...(isAsked ? { Enter: () => set(confirmAtom) } : {}),
  };
  const name = key.length === 1 ? key.toLowerCase() : key;
  return (
    always[name] ??
    (get(openIdAtom) !== null ? whileOpen[name] : undefined) ??
    (canDecide ? whileDecidable[name] : undefined)
  );
}
