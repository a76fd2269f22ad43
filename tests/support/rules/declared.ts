// Whether the server's answer is exactly what its action declares.
import * as z from 'zod/mini';
import { CALLS } from '../../../api/contract/actions.ts';
import type { Call } from '../../../api/contract/call.ts';
import { failure } from '../../../api/contract/envelope.ts';

const nothing = z.strictObject({});

function problemsOf(schema: z.ZodMiniType, value: unknown, at: string): string[] {
  const { error } = schema.safeParse(value);
  return (error?.issues ?? []).map(({ path, message, ...issue }) => {
    const keys = 'keys' in issue ? ` (${issue.keys})` : '';
    return `${[at, ...path].filter(Boolean).join('.')}: ${message}${keys}`;
  });
}

/** Throws with every extra or missing field of this action's answer. */
export function checkDeclared(action: string, json: unknown): void {
  const call: Call | undefined = Object.hasOwn(CALLS, action)
    ? CALLS[action as keyof typeof CALLS]
    : undefined;
  const { success, data, ...extra } = json as Record<string, unknown>;
  const problems =
    success === true
      ? call && [...problemsOf(call.data, data, 'data'), ...problemsOf(call.extra ?? nothing, extra, '')]
      : problemsOf(failure, json, '');
  if (problems?.length) throw new Error(`${action} answers what it does not declare: ${problems.join('; ')}`);
}
