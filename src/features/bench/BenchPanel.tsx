// The benchmark page: start, progress, cancel and results.
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import { benchMessages as words } from '../../lib/messages/bench.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { benchAtom, cancelBenchAtom, depthAtom, startBenchAtom } from './atoms.ts';
import { BenchChart } from './BenchChart.tsx';
import { BenchResults } from './BenchResults.tsx';
import styles from './bench.module.css';
import { stepName } from './figureText.ts';
import type { RunNews } from './run.ts';

const DEPTHS = [
  { value: 'quick', label: words.depths.quick },
  { value: 'full', label: words.depths.full },
] as const;

export function BenchPanel() {
  const state = useAtomValue(benchAtom);
  const [depth, setDepth] = useAtom(depthAtom);
  const start = useSetAtom(startBenchAtom);
  const cancel = useSetAtom(cancelBenchAtom);
  useEffect(() => () => cancel(), [cancel]);
  const running = state.phase === 'running';
  return (
    <div className={styles.panel}>
      <header className={styles.intro}>
        <h1>{words.headline}</h1>
        <p>{words.lead}</p>
        {running ? (
          <Running news={state.news} onCancel={cancel} />
        ) : (
          <>
            <div className={styles.actions}>
              <Tabs kind="filter" label={words.depth} choices={DEPTHS} value={depth} onChange={setDepth} />
              <Button kind="primary" onClick={() => void start()}>
                {state.report === null ? words.start : words.again}
              </Button>
            </div>
            <p className={styles.quiet}>{words.depthHint[depth]}</p>
            <Ended ended={state.ended} hasReport={state.report !== null} />
          </>
        )}
      </header>
      {running ? (
        <BenchChart rows={state.news.rows} before={[]} />
      ) : (
        state.report !== null && <BenchResults report={state.report} before={state.before} />
      )}
    </div>
  );
}

function Running({ news: { fraction, step }, onCancel }: { news: RunNews; onCancel: () => void }) {
  return (
    <div className={styles.running}>
      <div className={styles.actions}>
        <p role="status">{stepName(step)}</p>
        <Button onClick={onCancel}>{words.cancel}</Button>
      </div>
      <ProgressRing share={fraction} size={72} label={words.progress} className={styles.ring} />
    </div>
  );
}

function Ended({ ended, hasReport }: { ended: 'cancelled' | 'failed' | null; hasReport: boolean }) {
  if (ended === null) return null;
  if (ended === 'failed') return <Notice kind="bad">{words.failed}</Notice>;
  return <Notice kind="info">{hasReport ? words.cancelled : words.cancelledEmpty}</Notice>;
}
