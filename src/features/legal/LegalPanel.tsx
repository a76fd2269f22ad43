// A legal or help page: title, text, a table of contents if it is long, and the date of the last change.
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { OperatorView } from '../../../api/contract/configuration.ts';
import { DEFAULT_RULES } from '../../../api/contract/defaultRules.ts';
import type { LegalBlock, LegalPlace, LegalSection } from '../../lib/legalText.ts';
import { legalMessages, legalMessages as words } from '../../lib/messages/legal/page.ts';
import { fill } from '../../lib/messages.ts';
import { configAtom, refreshConfigAtom } from '../../state/configuration.ts';
import { refreshRulesAtom, rulesAtom, rulesStateAtom } from '../../state/rules.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import { AudioFigures, ProofFigures, RetentionFigures, ReviewFigures, UploadFigures } from './Figures.tsx';
import styles from './legal.module.css';
import { type LegalPath, useLegalText } from './legalTexts.ts';

function ServerFacts({ place }: { place: Exclude<LegalPlace, 'rules'> }) {
  const [state] = useAtom(configAtom);
  const refresh = useSetAtom(refreshConfigAtom);
  const around = place === 'operator' ? legalMessages.operator : legalMessages.figures;
  const config = state.status === 'loading' ? null : state.data;
  if (config === null && state.status === 'loading') {
    return (
      <div role="status" aria-label={around.loading} className={styles.coming}>
        <RingSkeleton height="160px" shape="block" />
      </div>
    );
  }
  if (config === null) {
    return (
      <Notice kind="warn" action={<Button onClick={() => void refresh()}>{legalMessages.retry}</Button>}>
        {around.failed}
      </Notice>
    );
  }
  switch (place) {
    case 'operator':
      return <Operator operator={config.operator} />;
    case 'audio':
      return <AudioFigures config={config} />;
    case 'uploads':
      return <UploadFigures config={config} />;
    case 'proofOfWork':
      return <ProofFigures config={config} />;
    case 'review':
      return <ReviewFigures config={config} />;
    case 'retention':
      return <RetentionFigures config={config} />;
  }
}

const operatorText = legalMessages.operator;
const FIELDS = [
  'name',
  'address',
  'email',
  'phone',
  'responsible',
  'youthProtection',
  'dsaAuthorities',
  'dsaUsers',
] as const;

function Operator({ operator }: { operator: OperatorView }) {
  const missing = FIELDS.filter((field) => operator[field] === null).map((field) => operatorText[field]);
  return (
    <>
      {missing.length > 0 && (
        <Notice kind="warn">{fill(operatorText.unset, { fields: missing.join(', ') })}</Notice>
      )}
      <dl className={styles.operator}>
        {FIELDS.map((field) => (
          <div key={field}>
            <dt>{operatorText[field]}</dt>
            <dd>
              <Value field={field} value={operator[field]} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Value({ field, value }: { field: (typeof FIELDS)[number]; value: string | null }) {
  if (value === null) return <span className={styles.quiet}>{operatorText.missing}</span>;
  if (field === 'email') return <a href={`mailto:${value}`}>{value}</a>;
  if (field === 'phone') return <a href={`tel:${value.replace(/[^+\d]/g, '')}`}>{value}</a>;
  return value.split(/\s*;\s*/).map((line) => (
    <span key={line} className={styles.row}>
      {line}
    </span>
  ));
}

/** The day these texts were last changed. */
const CHANGED = '2026-11-27';
/** Shows a table of contents from this many sections on. */
const CONTENTS_FROM = 6;
/** Width at which the table of contents starts open. */
const WIDE = '(min-width: 900px)';

const changedOn = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'UTC' }).format(
  new Date(CHANGED),
);

export function LegalPanel({ path }: { path: LegalPath }) {
  const { text, isMissing, onRetry } = useLegalText(path);
  const article = useRef<HTMLElement>(null);
  // Scroll to a linked section once the text is loaded.
  useEffect(() => {
    const { hash } = window.location;
    if (text && hash) article.current?.querySelector(`[id="${CSS.escape(hash.slice(1))}"]`)?.scrollIntoView();
  }, [text]);
  return (
    <article ref={article} className={styles.page} lang="de">
      <h1>{words.titles[path]}</h1>
      {isMissing && (
        <Notice kind="bad" action={<Button onClick={onRetry}>{words.retry}</Button>}>
          {words.failed}
        </Notice>
      )}
      {text === null && !isMissing && <Waiting />}
      {text && (
        <>
          <p className={styles.lead}>
            <Line text={text.lead} />
          </p>
          {text.sections.length >= CONTENTS_FROM && <Contents sections={text.sections} />}
          {text.sections.map(({ id, title, body }) => (
            <section key={id} id={id} className={styles.section} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>{title}</h2>
              {body.map((block, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes while it is shown
                <Block key={index} block={block} />
              ))}
            </section>
          ))}
          <p className={styles.changed}>
            <time dateTime={CHANGED}>{fill(words.changed, { date: changedOn })}</time>
          </p>
        </>
      )}
    </article>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label={words.loading} className={styles.waiting}>
      {['92%', '100%', '64%', '96%', '80%'].map((width) => (
        <RingSkeleton key={width} width={width} height="17px" />
      ))}
    </div>
  );
}

function Contents({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <nav className={styles.contents} aria-label={words.contents}>
      <details open={window.matchMedia(WIDE).matches}>
        <summary>
          <Icon name="down" size={20} />
          {words.contents}
        </summary>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === 'string') {
    return (
      <p>
        <Line text={block} />
      </p>
    );
  }
  if ('place' in block) return block.place === 'rules' ? <Rules /> : <ServerFacts place={block.place} />;
  return (
    <ul className={styles.list}>
      {block.map((line) => (
        <li key={line}>
          <Line text={line} />
        </li>
      ))}
    </ul>
  );
}

const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/g;

function Line({ text }: { text: string }) {
  const parts = text.split(LINK);
  // Plain, words, address, plain, words, address, plain …
  return parts.map((part, index) => {
    if (index % 3 === 0) return part;
    if (index % 3 === 2) return null;
    const to = parts[index + 1] ?? '';
    const isHere = to.startsWith('#');
    return isHere ? (
      <a key={to} href={to} className={styles.link}>
        {part}
      </a>
    ) : (
      <Link key={to} to={to} className={styles.link}>
        {part}
      </Link>
    );
  });
}

/** The rules that decisions name, each with an anchor. Without the server: the default ones, marked as such. */
function Rules() {
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
      <div role="status" aria-label={words.rules.loading} className={styles.coming}>
        <RingSkeleton height="480px" shape="block" />
      </div>
    );
  const shown = rules ?? DEFAULT_RULES;
  return (
    <>
      {rules === null && (
        <Notice kind="warn" action={<Button onClick={() => void refresh()}>{words.retry}</Button>}>
          {words.rules.failed}
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
