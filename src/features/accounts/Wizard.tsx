// The registration wizard: four questions, then a welcome. Each step is a history entry, so that the phone's Back
// goes one step back.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { FROM_TOP, paths } from '../../lib/paths.ts';
import { AgeStep } from './AgeStep.tsx';
import { commonPasswordsAtom, loadCommonPasswordsAtom } from './commonPasswords.ts';
import { EmailStep } from './EmailStep.tsx';
import { NameStep } from './NameStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import {
  beginRegistrationAtom,
  leaveRegistrationAtom,
  registrationAtom,
  registrationFormAtom,
} from './registration.ts';
import { reachableStep } from './registrationRules.ts';
import { Welcome } from './Welcome.tsx';
import styles from './wizard.module.css';

const STEP_PAGES = [NameStep, PasswordStep, EmailStep, AgeStep];

const askedStep = (state: unknown): number => {
  const { step } = Object(state) as { step?: unknown };
  return typeof step === 'number' ? step : 1;
};

export function Wizard() {
  const state = useAtomValue(registrationAtom);
  const form = useAtomValue(registrationFormAtom);
  const common = useAtomValue(commonPasswordsAtom);
  const loadCommon = useSetAtom(loadCommonPasswordsAtom);
  const begin = useSetAtom(beginRegistrationAtom);
  const leave = useSetAtom(leaveRegistrationAtom);
  const navigate = useNavigate();
  const asked = askedStep(useLocation().state);
  const isDone = state.phase === 'done';
  const step = reachableStep(asked, form, common);
  useEffect(() => void loadCommon(), [loadCommon]);
  useEffect(() => {
    begin();
    return () => leave();
  }, [begin, leave]);
  useEffect(() => {
    if (!isDone && step !== asked)
      navigate(paths.register(), { replace: true, state: { ...FROM_TOP, step } });
  }, [isDone, step, asked, navigate]);
  const go = (next: number) => navigate(paths.register(), { state: { ...FROM_TOP, step: next } });
  const StepPage = STEP_PAGES[step - 1] ?? NameStep;
  return (
    <div lang="de" className={styles.wizard}>
      {isDone ? (
        <Welcome username={state.me.username} code={state.recoveryCode} />
      ) : (
        <StepPage
          onBack={() => (step === 1 ? navigate(paths.home()) : navigate(-1))}
          onNext={() => go(step + 1)}
          onGo={go}
        />
      )}
    </div>
  );
}
