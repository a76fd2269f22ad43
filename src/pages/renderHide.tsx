// The button next to a comment that mutes or blocks its writer. One function for all rows, so that they do not render
// again.
import type { CommentView } from '../../api/contract/comments.ts';
import { HidePerson } from '../features/blocks/HidePerson.tsx';

export const renderHide = ({ id, username }: CommentView['user']) => (
  <HidePerson userId={id} username={username} look="dots" />
);
