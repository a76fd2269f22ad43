// Step 2: the password, twice.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { registrationMessages } from '../../lib/messages/registration.ts';
import { commonPasswordsAtom } from './commonPasswords.ts';
import { NewPassword } from './NewPassword.tsx';
import { changeRegistrationAtom, passwordRefusalAtom, registrationFormAtom } from './registration.ts';
import { isStepMet } from './registrationRules.ts';
import { Step, type StepPageProps } from './Step.tsx';

const { password: words, issues } = registrationMessages;

export function PasswordStep({ onBack, onNext }: StepPageProps) {
  const form = useAtomValue(registrationFormAtom);
  const common = useAtomValue(commonPasswordsAtom);
  const refusal = useAtomValue(passwordRefusalAtom);
  const change = useSetAtom(changeRegistrationAtom);
  const isCommon = refusal === 'too_common' || common.has(form.password.toLowerCase());
  return (
    <Step
      step={2}
      title={words.title}
      isBlocked={!isStepMet(2, form, common) || refusal !== null}
      onBack={onBack}
      onProceed={onNext}
    >
      <NewPassword
        words={words}
        password={form.password}
        confirmation={form.confirmPassword}
        username={form.username}
        error={isCommon ? issues.too_common : refusal && issues.other}
        onChange={change}
      />
    </Step>
  );
}
