// Edit, Replace and Delete on the page of the user's own recording, where others can report it.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { TrackView } from '../../api/contract/tracks.ts';
import { DeleteTrack } from '../features/feed/DeleteTrack.tsx';
import { DetailsSheet } from '../features/profile/DetailsSheet.tsx';
import { recordingOfTrack, waitingDetailsAtom } from '../features/profile/details.ts';
import { startReplacingAtom } from '../features/publish/replacing.ts';
import { categoryMessages } from '../lib/messages/category.ts';
import { profileMessages } from '../lib/messages/profile.ts';
import { replaceMessages } from '../lib/messages/replace.ts';
import { fill, messages } from '../lib/messages.ts';
import { paths } from '../lib/paths.ts';
import { closePlayerAtom } from '../state/playerActions.ts';
import { ActionChoice, ActionMenu } from '../ui/ActionMenu.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './OwnTrack.module.css';

const words = profileMessages.own;

export function OwnTrack({ track }: { track: TrackView }) {
  const isWaiting = useAtomValue(waitingDetailsAtom).has(track.id);
  const [isEditing, setEditing] = useState(false);
  const [asked, setAsked] = useState<TrackView | null>(null);
  const navigate = useNavigate();
  const replace = useSetAtom(startReplacingAtom);
  const close = useSetAtom(closePlayerAtom);
  return (
    <div className={styles.own}>
      <Button icon={<Icon name="edit" size={18} />} onClick={() => setEditing(true)}>
        {words.edit}
      </Button>
      <ActionMenu
        label={fill(categoryMessages.more, { title: track.title || messages.card.untitled })}
        title={track.title || messages.card.untitled}
      >
        <ActionChoice
          icon="microphone"
          onClick={() => {
            replace(track);
            void navigate(paths.record());
            close();
          }}
        >
          {replaceMessages.start}
        </ActionChoice>
        <ActionChoice icon="trash" onClick={() => setAsked(track)}>
          {messages.card.delete}
        </ActionChoice>
      </ActionMenu>
      {isWaiting && (
        <p role="status" className={styles.waiting}>
          {words.waitingHere}
        </p>
      )}
      {isEditing && (
        <DetailsSheet recording={recordingOfTrack(track)} again={false} onClose={() => setEditing(false)} />
      )}
      <DeleteTrack
        track={asked}
        onClose={() => setAsked(null)}
        onGone={() => navigate(paths.profile(), { replace: true })}
      />
    </div>
  );
}
