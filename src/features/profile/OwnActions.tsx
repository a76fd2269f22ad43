// Buttons of the user's own profile: edit it, and the one list of settings and account.
import { useSetAtom } from 'jotai/react';
import { Link } from 'react-router-dom';
import type { UserView } from '../../../api/contract/accounts.ts';
import { profileMessages } from '../../lib/messages/profile.ts';
import { paths } from '../../lib/paths.ts';
import { AccountIcon } from '../../ui/AccountIcon.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { openProfileEditAtom } from './edit.ts';

const words = profileMessages.profile;

interface OwnActionsProps {
  person: UserView;
  isEditing: boolean;
}

export function OwnActions({ person, isEditing }: OwnActionsProps) {
  const openEdit = useSetAtom(openProfileEditAtom);
  return (
    <>
      {!isEditing && (
        <Button icon={<Icon name="edit" size={18} />} onClick={() => openEdit(person)}>
          {words.edit}
        </Button>
      )}
      <AccountLink />
    </>
  );
}

export function AccountLink() {
  return (
    <Link to={paths.account()} className={buttonClass()}>
      <AccountIcon name="settings" size={18} />
      {words.account}
    </Link>
  );
}
