// Buttons of the user's own profile: edit, settings, account.
import { useSetAtom } from 'jotai/react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { UserView } from '../../../api/contract/accounts.ts';
import { profileMessages } from '../../lib/messages/profile.ts';
import { paths } from '../../lib/paths.ts';
import { AccountIcon } from '../../ui/AccountIcon.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { openProfileEditAtom } from './edit.ts';
import { SettingsSheet } from './SettingsSheet.tsx';

const words = profileMessages.profile;

interface OwnActionsProps {
  person: UserView;
  isEditing: boolean;
  deviceSettings: ReactNode;
}

export function OwnActions({ person, isEditing, deviceSettings }: OwnActionsProps) {
  const openEdit = useSetAtom(openProfileEditAtom);
  return (
    <>
      {!isEditing && (
        <Button icon={<Icon name="edit" size={18} />} onClick={() => openEdit(person)}>
          {words.edit}
        </Button>
      )}
      <SettingsButton>{deviceSettings}</SettingsButton>
      <AccountLink />
    </>
  );
}

export function AccountLink() {
  return (
    <Link to={paths.account()} className={buttonClass()}>
      <AccountIcon name="account" size={18} />
      {words.account}
    </Link>
  );
}

export function SettingsButton({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<AccountIcon name="settings" size={18} />} onClick={() => setOpen(true)}>
        {words.settings}
      </Button>
      <SettingsSheet open={open} onClose={() => setOpen(false)}>
        {children}
      </SettingsSheet>
    </>
  );
}
