// What each step of the registration wizard requires. The server checks it again. Pure.
import {
  EMAIL_LOOK,
  EMAIL_MAX_LENGTH,
  passwordIssue,
  usernameIssue,
} from '../../../api/contract/credentials.ts';
import type { FieldIssue } from '../../../api/contract/errors.ts';

export interface RegistrationForm {
  username: string;
  password: string;
  confirmPassword: string;
  email: string;
  isOver18: boolean;
}

export const EMPTY_FORM: RegistrationForm = {
  username: '',
  password: '',
  confirmPassword: '',
  email: '',
  isOver18: false,
};

/** Last step with a question; the step after it confirms the registration. */
const LAST_QUESTION = 4;
export const STEPS = 5;

export const emailIssue = (email: string): FieldIssue | null =>
  email.trim() === '' || (EMAIL_LOOK.test(email.trim()) && email.trim().length <= EMAIL_MAX_LENGTH)
    ? null
    : 'wrong_format';

/** Whether the answer of a step, 1 … 4, is complete. */
export function isStepMet(step: number, form: RegistrationForm, common: ReadonlySet<string>): boolean {
  switch (step) {
    case 1:
      return usernameIssue(form.username) === null;
    case 2:
      return passwordIssue(form.password, common) === null && form.confirmPassword === form.password;
    case 3:
      return emailIssue(form.email) === null;
    default:
      return form.isOver18;
  }
}

/** The step to show when `asked` is requested: the first one whose rules are not met, at most `asked`. */
export function reachableStep(asked: number, form: RegistrationForm, common: ReadonlySet<string>): number {
  for (let step = 1; step < asked && step < LAST_QUESTION; step++) {
    if (!isStepMet(step, form, common)) return step;
  }
  return Math.min(Math.max(asked, 1), LAST_QUESTION);
}

/**
 * 0 … 3: too weak, enough, good, strong. Beyond the rules, length and the variety of characters count; it does not
 * estimate the time to guess it.
 */
export function passwordStrength(password: string, common: ReadonlySet<string>): 0 | 1 | 2 | 3 {
  if (passwordIssue(password, common) !== null) return 0;
  const weight = Math.min(password.length, new Set(password).size * 1.5);
  return weight >= 16 ? 3 : weight >= 12 ? 2 : 1;
}
