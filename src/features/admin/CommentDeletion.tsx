// Asks before a comment is deleted.
import { useSetAtom } from 'jotai/react';
import type { CommentTableRow } from '../../../api/contract/overview.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { deleteCommentAtom } from './actions.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import styles from './dialogs.module.css';

const { comments: words } = adminMessages;

export interface CommentDeletionProps {
  comment: CommentTableRow;
  onClose: () => void;
  onRemoved: () => void;
}

export function CommentDeletion({ comment, onClose, onRemoved }: CommentDeletionProps) {
  const remove = useSetAtom(deleteCommentAtom);
  return (
    <ConfirmDialog
      title={words.removeTitle}
      confirm={words.confirm}
      onClose={onClose}
      asksRule
      reasonFor={comment.user.username}
      onConfirm={async (given) => {
        if ((await remove(comment.id, given)) !== null) return moderationMessages.admin.deleteCommentFailed;
        onRemoved();
        return null;
      }}
    >
      <blockquote className={styles.quote}>{comment.content}</blockquote>
    </ConfirmDialog>
  );
}
