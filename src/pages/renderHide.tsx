// Beside a comment: not to meet its writer any more. One function for all rows, so that none is drawn again for it.
import type { CommentView } from '../../api/contract/comments.ts';
import { HidePerson } from '../features/blocks/HidePerson.tsx';

export const renderHide = ({ id, username }: CommentView['user']) => (
  <HidePerson userId={id} username={username} look="dots" />
);
