// A list of a profile without anything in it, and the way on.
import { useSetAtom } from 'jotai/react';
import { Link, useNavigate } from 'react-router-dom';
import { profileMessages } from '../../lib/messages/profile.ts';
import { paths } from '../../lib/paths.ts';
import { requireAdultAtom } from '../../state/adult.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import type { ProfileTab } from './lists.ts';

const words = profileMessages.profile;

export function EmptyList({ tab, isOwn }: { tab: ProfileTab; isOwn: boolean }) {
  if (!isOwn) return <StateCard title={tab === 'uploads' ? words.emptyOther : words.emptyLikedOther} />;
  if (tab === 'uploads') {
    return (
      <StateCard title={words.emptyOwn} text={words.emptyOwnText}>
        <StartRecording />
      </StateCard>
    );
  }
  return (
    <StateCard title={tab === 'liked' ? words.emptyLikedOwn : words.emptyBookmarked}>
      <Link to={paths.home()} className={buttonClass('quiet')}>
        {words.toFeed}
      </Link>
    </StateCard>
  );
}

function StartRecording() {
  const navigate = useNavigate();
  const requireAdult = useSetAtom(requireAdultAtom);
  const record = async () => {
    if (await requireAdult()) navigate(paths.record());
  };
  return (
    <Button kind="primary" onClick={() => void record()}>
      {words.startRecording}
    </Button>
  );
}
