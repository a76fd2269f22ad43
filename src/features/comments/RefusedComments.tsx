// Comments that waited for the network and were not taken then: the words are still there.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useMemo } from 'react';
import { commentMessages as words } from '../../lib/messages/comments.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { forgetRefusalAtom, type RefusedComment, refusedOf } from './atoms.ts';
import styles from './RefusedComments.module.css';
import { draftOf } from './write.ts';

export function RefusedComments({ trackId }: { trackId: string }) {
  const refused = useAtomValue(useMemo(() => refusedOf(trackId), [trackId]));
  const write = useSetAtom(useMemo(() => draftOf(trackId), [trackId]));
  const forget = useSetAtom(forgetRefusalAtom);
  const edit = ({ refusal, content }: RefusedComment) => {
    write(content);
    forget(refusal);
  };
  return refused.map((each) => (
    <Notice
      key={each.content}
      kind="bad"
      action={
        <span className={styles.ways}>
          <Button kind="bare" onClick={() => edit(each)}>
            {words.edit}
          </Button>
          <Button kind="bare" onClick={() => forget(each.refusal)}>
            {words.discard}
          </Button>
        </span>
      }
    >
      {words.refused}
      <q className={styles.words}>{each.content}</q>
    </Notice>
  ));
}
