// The rules that decisions name, each with an anchor.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef } from 'react';
import { legalMessages } from '../../lib/messages/legal/page.ts';
import { refreshRulesAtom, rulesAtom, rulesStateAtom } from '../../state/rules.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
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
  if (rules === null)
    return status === 'loading' ? (
      <div role="status" aria-label={legalMessages.rules.loading}>
        <Skeleton height="480px" radius="card" />
      </div>
    ) : (
      <Notice kind="warn" action={<Button onClick={() => void refresh()}>{legalMessages.retry}</Button>}>
        {legalMessages.rules.failed}
      </Notice>
    );
  return (
    <div ref={list} lang={rules.language} className={styles.rules}>
      {rules.rules.map(({ id, title, text }) => (
        <section key={id} id={id} className={styles.rule} aria-labelledby={`${id}-title`}>
          <h3 id={`${id}-title`}>{title}</h3>
          <p>{text}</p>
        </section>
      ))}
    </div>
  );
}
