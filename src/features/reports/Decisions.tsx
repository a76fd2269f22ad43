// Decisions against the user's content, and one appeal for each.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { Link } from 'react-router-dom';
import type { DecisionView } from '../../../api/contract/reports.ts';
import type { ApiErrorCode } from '../../api/client.ts';
import { newId } from '../../lib/ids.ts';
import { reportMessages } from '../../lib/messages/report.ts';
import { statementMessages } from '../../lib/messages/statement.ts';
import { fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { relativeTime } from '../../lib/time.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { createQuery } from '../../state/queries.ts';
import { rulesAtom } from '../../state/rules.ts';
import { sessionAtom } from '../../state/session.ts';
import { AppealForm } from '../../ui/AppealForm.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import { Statement } from '../../ui/Statement.tsx';
import styles from './reports.module.css';

/** Removed content of the user, with one appeal each. */
const query = createQuery<readonly DecisionView[]>({
  key: 'getDecisions',
  tags: ['session', 'notifications', 'getDecisions'],
  load: async (get, _set, signal) => (await get(statePortsAtom).read('getDecisions', {}, { signal })).data,
});

type DecisionsState =
  | { status: 'loading' }
  | { status: 'failed'; code: ApiErrorCode; retrying: boolean }
  | { status: 'ready'; rows: readonly DecisionView[] };

/** Reading it in a component loads it; a visitor has none. */
const decisionsAtom = atom((get): DecisionsState => {
  const { status } = get(sessionAtom);
  if (status === 'visitor') return { status: 'ready', rows: [] };
  if (status === 'unknown') return { status: 'loading' };
  const state = get(query.stateAtom);
  if (state.status === 'loading') return state;
  if (state.status === 'ready') return { status: 'ready', rows: state.data };
  if (state.data !== null) return { status: 'ready', rows: state.data };
  return { status: 'failed', code: state.code, retrying: state.refreshing };
});

const retryDecisionsAtom = atom(null, (_get, set) => set(query.refreshAtom));

/** Answers whether the server accepted it; otherwise the caller keeps the text. */
const appealAtom = atom(null, async (get, set, decisionId: string, words: string): Promise<boolean> => {
  const appeal = words.trim();
  try {
    const { write } = get(statePortsAtom);
    const { data } = await write('appealDecision', { decisionId, appeal }, { idempotencyKey: newId() });
    set(query.changeAtom, (rows) => rows.map((each) => (each.id === decisionId ? data : each)));
    return true;
  } catch (error) {
    console.warn('an answer was not taken', error);
    return false;
  }
});

const words = reportMessages.decisions;

export function Decisions() {
  const decisions = useAtomValue(decisionsAtom);
  const retry = useSetAtom(retryDecisionsAtom);
  if (decisions.status === 'failed')
    return (
      <StateCard code={decisions.code} title={words.failed} level={1}>
        <Button busy={decisions.retrying} onClick={() => void retry()}>
          {messages.shell.retry}
        </Button>
      </StateCard>
    );
  if (decisions.status === 'ready' && decisions.rows.length === 0)
    return (
      <StateCard title={words.empty} level={1}>
        <Link to={paths.home()} className={buttonClass()}>
          {messages.category.backToFeed}
        </Link>
      </StateCard>
    );
  return (
    <div className={styles.decisions}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <p className={styles.quiet}>{words.intro}</p>
      </header>
      {decisions.status === 'loading' ? (
        <RingSkeleton height="180px" shape="block" />
      ) : (
        decisions.rows.map((decision) => <Decision key={decision.id} decision={decision} />)
      )}
    </div>
  );
}

/** An accepted appeal restores recordings and uploads; deleted texts stay deleted. */
function replyText({ type, appealOutcome }: DecisionView): string {
  if (appealOutcome === null) return '';
  const isRestored = type === 'recording' || type === 'upload';
  return words.reply[appealOutcome === 'accepted' && isRestored ? 'restored' : appealOutcome];
}

function Decision({ decision }: { decision: DecisionView }) {
  const { type, words: said, trackTitle, category, reason, decidedAt, appeal } = decision;
  const isTitle = type === 'recording' || type === 'upload';
  const rules = useAtomValue(rulesAtom);
  const send = useSetAtom(appealAtom);
  const mayAppeal = decision.appealUntil !== null && Date.parse(decision.appealUntil) >= Date.now();
  return (
    <article className={styles.decision} data-decision={decision.id}>
      <header>
        <h2>{words.types[type]}</h2>
        <p className={styles.quiet}>
          {!isTitle && trackTitle !== '' && `${fill(words.of, { title: trackTitle })} · `}
          <time dateTime={decidedAt}>{relativeTime(decidedAt, Date.now())}</time>
        </p>
      </header>
      {said !== '' && <blockquote className={styles.quote}>{said}</blockquote>}
      {decision.ruleId === null && (
        <p>{reason || (category === null ? words.noReason : reportMessages.categories[category])}</p>
      )}
      <Statement
        rules={rules}
        ruleId={decision.ruleId}
        reason={decision.ruleId === null ? '' : reason}
        atSeconds={decision.atSeconds}
        foundBy={decision.foundBy}
        type={type}
        appealUntil={appeal === null && mayAppeal ? decision.appealUntil : null}
      />
      {appeal === null && mayAppeal && <AppealForm onSend={(text) => send(decision.id, text)} />}
      {appeal === null && !mayAppeal && <p className={styles.quiet}>{statementMessages.over}</p>}
      {appeal !== null && (
        <div>
          <p className={styles.quiet}>{words.answered}</p>
          <p>{appeal}</p>
          {decision.appealOutcome !== null && (
            <>
              <p className={styles.quiet}>{replyText(decision)}</p>
              <p>{decision.appealAnswer}</p>
            </>
          )}
        </div>
      )}
    </article>
  );
}
