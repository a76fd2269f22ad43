// What only the server can say: the operator, and every figure. Without the server the page says what is missing.
import { useAtom, useSetAtom } from 'jotai/react';
import type { LegalPlace } from '../../lib/legalText.ts';
import { legalMessages as words } from '../../lib/messages/legal/page.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { configAtom, refreshConfigAtom } from './atoms.ts';
import { AudioFigures, RetentionFigures, ReviewFigures, UploadFigures } from './Figures.tsx';
import { Operator } from './Operator.tsx';
import { ProofFigures } from './ProofFigures.tsx';

export function FilledPlace({ place }: { place: LegalPlace }) {
  const [state] = useAtom(configAtom);
  const refresh = useSetAtom(refreshConfigAtom);
  const around = place === 'operator' ? words.operator : words.figures;
  const config = state.status === 'loading' ? null : state.data;
  if (config === null && state.status === 'loading') {
    return (
      <div role="status" aria-label={around.loading}>
        <Skeleton height="160px" radius="card" />
      </div>
    );
  }
  if (config === null) {
    return (
      <Notice kind="warn" action={<Button onClick={() => void refresh()}>{words.retry}</Button>}>
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
