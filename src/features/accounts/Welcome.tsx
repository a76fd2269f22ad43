// Step 5: confirms the registration and shows the code.
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { registrationMessages } from '../../lib/messages/registration.ts';
import { fill } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { RecoveryCode } from './RecoveryCode.tsx';
import { STEPS } from './registrationRules.ts';
import { StepProgress } from './Step.tsx';
import styles from './wizard.module.css';

const { done: words, code: codeWords } = registrationMessages;

export function Welcome({ username, code }: { username: string; code: string }) {
  const navigate = useNavigate();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.step}>
      <StepProgress step={STEPS} />
      <h1 ref={title} tabIndex={-1}>
        {words.welcome}
      </h1>
      <p className={styles.quiet}>{fill(words.text, { name: username })}</p>
      <RecoveryCode words={codeWords} username={username} code={code} />
      <Button kind="primary" wide onClick={() => navigate(paths.home(), { replace: true })}>
        {words.toApp}
      </Button>
    </div>
  );
}
