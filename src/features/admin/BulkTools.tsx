// What an admin can do to everything at once. Each asks first; what takes something away wants a word typed by hand.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { TITLE_MAX_LENGTH } from '../../../api/contract/limits.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './admin.module.css';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { DEMO_TOOLS, demoModeAtom, runToolAtom, TOOLS, type Tool } from './tools.ts';

const { bulk: words } = adminMessages;
/** They take things away. */
const DESTRUCTIVE: readonly Tool[] = ['deleteAll', 'forceDelete', 'resetDatabase'];
/** The server asks who it is. */
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
      <Button kind={DESTRUCTIVE.includes(tool) ? 'danger' : 'quiet'} onClick={() => ask(tool)}>
        {words[tool]}
      </Button>
    </Card>
  );
  return (
    <section>
      {done !== null && <Notice kind="good">{done}</Notice>}
      <div className={styles.tools}>{TOOLS.map(shown)}</div>
      <h2 className={styles.section}>{words.demoTools}</h2>
      {demoMode === false && <p>{words.demoOff}</p>}
      {demoMode === true && <div className={styles.tools}>{DEMO_TOOLS.map(shown)}</div>}
      {asked !== null && (
        <ConfirmDialog
          title={words[asked]}
          confirm={words.run}
          isTyped={DESTRUCTIVE.includes(asked)}
          asksPassword={WITH_PASSWORD.includes(asked)}
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
