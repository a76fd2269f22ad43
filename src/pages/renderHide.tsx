// The choices in a comment's menu that mute or block its writer. One function for all rows, so that they do not render
// again.
import type { CommentView } from '../../api/contract/comments.ts';
import { HideChoices } from '../features/blocks/HidePerson.tsx';

export const renderHide = ({ id, username }: CommentView['user']) => (
  <HideChoices userId={id} username={username} />
);
