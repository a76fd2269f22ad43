// Parts of a legal page that come from the server: the operator and all figures. Says so when the server does not answer.
import { useAtom, useSetAtom } from 'jotai/react';
import type { OperatorView } from '../../../api/contract/configuration.ts';
import type { LegalPlace } from '../../lib/legalText.ts';
import { legalMessages } from '../../lib/messages/legal/page.ts';
import { fill } from '../../lib/messages.ts';
import { configAtom, refreshConfigAtom } from '../../state/configuration.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import { AudioFigures, ProofFigures, RetentionFigures, ReviewFigures, UploadFigures } from './Figures.tsx';
import styles from './legal.module.css';

export function ServerFacts({ place }: { place: Exclude<LegalPlace, 'rules'> }) {
  const [state] = useAtom(configAtom);
  const refresh = useSetAtom(refreshConfigAtom);
  const around = place === 'operator' ? legalMessages.operator : legalMessages.figures;
  const config = state.status === 'loading' ? null : state.data;
  if (config === null && state.status === 'loading') {
    return (
      <div role="status" aria-label={around.loading}>
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
