// Changes an account's role; asks for the admin's own password.
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { UserTableRow } from '../../../api/contract/overview.ts';
import { ASSIGNABLE_ROLES, type AssignableRole } from '../../../api/contract/roles.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { setRoleAtom } from './actions.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import styles from './dialogs.module.css';

const { users: words } = adminMessages;

export interface RoleDialogProps {
  person: UserTableRow;
  onClose: () => void;
  onGiven: (role: AssignableRole) => void;
}

export function RoleDialog({ person, onClose, onGiven }: RoleDialogProps) {
  const [role, setRole] = useState<AssignableRole | null>(
    ASSIGNABLE_ROLES.find((choice) => choice === person.role) ?? null,
  );
  const give = useSetAtom(setRoleAtom);
  return (
    <ConfirmDialog
      title={fill(words.roleTitle, { name: person.username })}
      confirm={words.roleConfirm}
      asksPassword
      onClose={onClose}
      onConfirm={async ({ password }) => {
        if (role === null || role === person.role) return null;
        const { code } = await give({ userId: person.id, role, password });
        if (code === 'wrong_credentials') return words.wrongPassword;
        if (code !== null) return failureText(code);
        onGiven(role);
        return null;
      }}
    >
      <fieldset className={styles.choices} aria-label={words.role}>
        {ASSIGNABLE_ROLES.map((choice) => (
          <label key={choice} className={styles.choice}>
            <input
              type="radio"
              name="role"
              value={choice}
              checked={role === choice}
              onChange={() => setRole(choice)}
            />
            <span>{words.roles[choice]}</span>
            <small>{words.roleHints[choice]}</small>
          </label>
        ))}
      </fieldset>
      <p>{words.roleText}</p>
    </ConfirmDialog>
  );
}
