// The replies of the API as OpenAPI describes them: the envelope, its data, and what stands beside.
import * as z from 'zod/mini';
import type { Call } from '../contract/call.ts';
import { failure } from '../contract/envelope.ts';

export type Json = Record<string, unknown>;

/** JSON Schema of what is sent to the server, or of what it answers. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

export const FAILURE = schemaOf(failure, 'output');

const REFUSED: Json = {
  description: 'Refused; `code` says why',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
};

/** A reply that is no JSON envelope when it succeeds. */
export const repliesWith = (done: Json): Json => ({ '200': done, default: REFUSED });

/** The envelope of a call: `success`, `data` and what it declares beside. */
export function repliesOf({ data, beside }: Pick<Call, 'data' | 'beside'>): Json {
  const more = beside && schemaOf(beside, 'output');
  const schema = {
    type: 'object',
    required: ['success', 'data', ...((more?.required as string[] | undefined) ?? [])],
    properties: { success: { const: true }, data: schemaOf(data, 'output'), ...(more?.properties as Json) },
    additionalProperties: false,
  };
  return repliesWith({ description: 'Done', content: { 'application/json': { schema } } });
}
