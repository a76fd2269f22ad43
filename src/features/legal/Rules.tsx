// The rules that decisions name, each with an anchor. Without the server: the default ones, marked as such.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef } from 'react';
import { DEFAULT_RULES } from '../../../api/contract/defaultRules.ts';
import { legalMessages } from '../../lib/messages/legal/page.ts';
import { refreshRulesAtom, rulesAtom, rulesStateAtom } from '../../state/rules.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import styles from './legal.module.css';

export function Rules() {
  const { status } = useAtomValue(rulesStateAtom);
  const rules = useAtomValue(rulesAtom);
  const refresh = useSetAtom(refreshRulesAtom);
  const list = useRef<HTMLDivElement>(null);
  // A decision links to its rule, which arrives after the page.
  useEffect(() => {
    const { hash } = window.location;
    if (rules && hash) list.current?.querySelector(`[id="${CSS.escape(hash.slice(1))}"]`)?.scrollIntoView();
  }, [rules]);
  if (rules === null && status === 'loading')
    return (
      <div role="status" aria-label={legalMessages.rules.loading}>
        <RingSkeleton height="480px" shape="block" />
      </div>
    );
  const shown = rules ?? DEFAULT_RULES;
  return (
    <>
      {rules === null && (
        <Notice kind="warn" action={<Button onClick={() => void refresh()}>{legalMessages.retry}</Button>}>
          {legalMessages.rules.failed}
        </Notice>
      )}
      <div ref={list} lang={shown.language} className={styles.rules}>
        {shown.rules.map(({ id, title, text }) => (
          <section key={id} id={id} className={styles.rule} aria-labelledby={`${id}-title`}>
            <h3 id={`${id}-title`}>{title}</h3>
            <p>{text}</p>
          </section>
        ))}
      </div>
    </>
  );
}
