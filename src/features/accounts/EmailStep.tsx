// Step 3: an optional email address.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { registrationMessages } from '../../lib/messages/registration.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { changeRegistrationAtom, registrationFormAtom } from './registration.ts';
import { emailIssue } from './registrationRules.ts';
import { Step, type StepPageProps } from './Step.tsx';

const { email: words, issues } = registrationMessages;

export function EmailStep({ onBack, onNext }: StepPageProps) {
  const { email } = useAtomValue(registrationFormAtom);
  const change = useSetAtom(changeRegistrationAtom);
  const [left, setLeft] = useState(false);
  const isWrong = emailIssue(email) !== null;
  const skip = () => {
    change({ email: '' });
    onNext();
  };
  return (
    <Step
      step={3}
      title={words.title}
      isBlocked={isWrong}
      onBack={onBack}
      onProceed={onNext}
      aside={
        <Button kind="bare" onClick={skip}>
          {words.skip}
        </Button>
      }
    >
      <Field
        label={words.label}
        type="email"
        name="email"
        value={email}
        hint={words.hint}
        error={isWrong && left ? issues.wrong_format : null}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        onChange={(event) => change({ email: event.currentTarget.value })}
        onBlur={() => setLeft(true)}
      />
    </Step>
  );
}
