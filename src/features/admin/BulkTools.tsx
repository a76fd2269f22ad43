// Bulk actions of admins. Each asks for confirmation; destructive ones require typing a word.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { useState } from 'react';
import { TITLE_MAX_LENGTH } from '../../../api/contract/limits.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { createQuery, dataOf } from '../../state/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import {
  addDemoNewsAtom,
  addHollaTracksAtom,
  createDemoDataAtom,
  deleteAllAtom,
  forceDeleteTrackAtom,
  type Outcome,
  reasonOf,
  resetDatabaseAtom,
} from './actions.ts';
import styles from './admin.module.css';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** The tools of an admin: their names, whether they delete, and their confirmations. */
const DEMO_TOOLS = [
  'forceCreateDemoData',
  'forceAddHollaTracks',
  'addDemoActivitiesAndNotifications',
] as const;
const DESTRUCTIVE = ['forceDelete', 'deleteAll', 'resetDatabase'] as const;
type Tool = (typeof DEMO_TOOLS)[number] | (typeof DESTRUCTIVE)[number];

/** Input for a tool. */
interface Given {
  password: string;
  /** Sent to the owner; may be empty. */
  reason: string;
  ruleId: string;
  trackTitle: string;
  username: string;
}

const configQuery = createQuery<boolean>({
  key: 'demoMode',
  tags: ['config'],
  load: async (get, _set, signal) =>
    (await get(statePortsAtom).read('getConfig', {}, { signal })).data.demoMode,
});
/** Null if the server did not say; undefined until it has answered. */
const demoModeAtom = atom((get) => {
  const state = get(configQuery.stateAtom);
  return state.status === 'loading' ? undefined : dataOf(state);
});

/** `failed` precedes the reason. */
function outcomeText<Data>({ data, code }: Outcome<Data>, done: (data: Data) => string, failed: string) {
  if (code === null) return { done: done(data), wrong: null };
  if (code === 'wrong_credentials') return { done: null, wrong: adminMessages.users.wrongPassword };
  return { done: null, wrong: `${failed} ${failureText(code)}` };
}

/** Answers a text: the result or the failure. */
const runToolAtom = atom(null, async (_get, set, tool: Tool, given: Given) => {
  const { password, reason, ruleId, trackTitle, username } = given;
  const done = () => words.done;
  switch (tool) {
    case 'deleteAll': {
      const outcome = await set(deleteAllAtom, { password });
      if (outcome.code !== null && outcome.code !== 'wrong_credentials')
        return { done: null, wrong: moderationMessages.admin.deleteContentFailed };
      return outcomeText(outcome, ({ kept }) => fill(words.deletedAll, { n: kept }), '');
    }
    case 'forceDelete': {
      const outcome = await set(forceDeleteTrackAtom, {
        trackTitle,
        username,
        ruleId,
        password,
        ...reasonOf(reason),
      });
      if (outcome.code === 'not_found') return { done: null, wrong: words.notFound };
      return outcomeText(
        outcome,
        ({ deleted }) => fill(words.forceDeleted, { n: deleted }),
        moderationMessages.admin.deleteTrackFailed,
      );
    }
    case 'resetDatabase':
      return outcomeText(await set(resetDatabaseAtom, {}), done, words.failed);
    case 'forceCreateDemoData':
      return outcomeText(await set(createDemoDataAtom, {}), done, words.failed);
    case 'forceAddHollaTracks':
      return outcomeText(await set(addHollaTracksAtom, {}), done, words.failed);
    case 'addDemoActivitiesAndNotifications':
      return outcomeText(await set(addDemoNewsAtom, {}), done, words.failed);
  }
});

const { bulk: words } = adminMessages;
const deletes = (tool: Tool): boolean => DESTRUCTIVE.some((each) => each === tool);
/** The server requires the password. */
const WITH_PASSWORD: readonly Tool[] = ['deleteAll', 'forceDelete'];

export function BulkTools() {
  const demoMode = useAtomValue(demoModeAtom);
  const run = useSetAtom(runToolAtom);
  const [asked, setAsked] = useState<Tool | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [trackTitle, setTrackTitle] = useState('');
  const [username, setUsername] = useState('');
  const ask = (tool: Tool) => {
    setDone(null);
    setAsked(tool);
  };
  const shown = (tool: Tool) => (
    <Card key={tool} className={styles.tool ?? ''}>
      <h3>{words[tool]}</h3>
      <p>{words[`${tool}Text`]}</p>
      <Button kind={deletes(tool) ? 'danger' : 'quiet'} onClick={() => ask(tool)}>
        {words[tool]}
      </Button>
    </Card>
  );
  // At once, so that no dangerous button moves.
  if (demoMode === undefined) return <RingSkeleton shape="block" height="160px" />;
  return (
    <section>
      <OfflineNote />
      {done !== null && <Notice kind="good">{done}</Notice>}
      {demoMode !== null && <h2 className={styles.section}>{words.demoTools}</h2>}
      {demoMode === false && <p>{words.demoOff}</p>}
      {demoMode === true && <div className={styles.tools}>{DEMO_TOOLS.map(shown)}</div>}
      <h2 className={styles.section}>{words.danger}</h2>
      <div className={`${styles.tools} ${styles.danger}`}>
        {DESTRUCTIVE.filter((tool) => tool !== 'resetDatabase' || demoMode === true).map(shown)}
      </div>
      {asked !== null && (
        <ConfirmDialog
          title={words[asked]}
          confirm={words.run}
          isTyped={deletes(asked)}
          asksPassword={WITH_PASSWORD.includes(asked)}
          asksRule={asked === 'forceDelete'}
          onClose={() => setAsked(null)}
          {...(asked === 'forceDelete' ? { reasonFor: username.trim() || words.owner } : {})}
          onConfirm={async (given) => {
            const answer = await run(asked, {
              ...given,
              trackTitle: trackTitle.trim(),
              username: username.trim(),
            });
            setDone(answer.done);
            return answer.wrong;
          }}
        >
          <p>{words[`${asked}Text`]}</p>
          {asked === 'forceDelete' && (
            <>
              <Field
                label={words.trackTitle}
                value={trackTitle}
                maxLength={TITLE_MAX_LENGTH}
                required
                onChange={(event) => setTrackTitle(event.target.value)}
              />
              <Field
                label={words.username}
                value={username}
                autoCapitalize="none"
                autoComplete="off"
                required
                onChange={(event) => setUsername(event.target.value)}
              />
            </>
          )}
        </ConfirmDialog>
      )}
    </section>
  );
}
