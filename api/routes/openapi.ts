// `/api/openapi.json`: OpenAPI 3.1, generated from the registry.
import type { Middleware } from 'koa';
import * as z from 'zod/mini';
import { ACTIONS } from '../actions.ts';
import type { Call } from '../contract/call.ts';
import { failure } from '../contract/envelope.ts';
import { SERVER_EVENT_NAMES } from '../contract/events.ts';
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY_MS } from '../contract/idempotency.ts';
import { AUDIO_MAX_BYTES } from '../contract/limits.ts';
import { SUMMARIES } from '../contract/summaries.ts';
import {
  COMPLETE_HEADER,
  KEY_HEADER,
  LENGTH_HEADER,
  OFFSET_HEADER,
  PIECE_TYPE,
  TICKET_HEADER,
  TRANSFERS_PATH,
} from '../contract/transfers.ts';
import { UPLOAD_FIELDS } from '../contract/uploadForm.ts';
import { transferState, uploadReply } from '../contract/uploads.ts';
import type { Deps } from '../deps.ts';
import type { Env } from '../env.ts';
import { cookieName } from '../sessions/tokens.ts';
import { takesKey } from './idempotency.ts';
import { ACTIONS_PATH } from './pipeline.ts';
import { isSecure } from './session.ts';

type Json = Record<string, unknown>;

/** JSON Schema of a request or of an answer. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

const FAILURE = schemaOf(failure, 'output');

const REFUSED: Json = {
  description: 'Refused; `code` says why',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
};

/** Replies of a call that does not succeed with the JSON envelope. */
const repliesWith = (done: Json): Json => ({ '200': done, '4XX': REFUSED, '5XX': REFUSED });

/** Replies of an action: `success`, `data` and the further fields. */
function repliesOf({ data, extra }: Pick<Call, 'data' | 'extra'>): Json {
  const more = extra && schemaOf(extra, 'output');
  const schema = {
    type: 'object',
    required: ['success', 'data', ...((more?.required as string[] | undefined) ?? [])],
    properties: { success: { const: true }, data: schemaOf(data, 'output'), ...(more?.properties as Json) },
    additionalProperties: false,
  };
  return repliesWith({ description: 'Done', content: { 'application/json': { schema } } });
}

function parametersOf(schema: Json): Json[] {
  const required = new Set((schema.required as string[] | undefined) ?? []);
  return Object.entries((schema.properties as Json | undefined) ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: property,
  }));
}

const IDEMPOTENCY_KEY: Json = {
  name: IDEMPOTENCY_HEADER,
  in: 'header',
  required: false,
  description: `A repeat with the same key within ${IDEMPOTENCY_KEY_MS / 3_600_000} hours gets the same answer and does nothing.`,
  schema: { type: 'string', format: 'uuid' },
};

/** With the token as a bearer or as a cookie. */
const SESSION = [{ bearer: [] }, { cookie: [] }];

const LINES = new Map(
  Object.entries(SUMMARIES).flatMap(([tag, lines]) =>
    Object.entries(lines).map(([name, summary]) => [name, { tags: [tag], summary }] as const),
  ),
);

function operationOf(name: string, action: Call): Json {
  const schema = schemaOf(action.body, 'input');
  const shared = {
    operationId: name,
    ...LINES.get(name),
    'x-access': action.access,
    'x-rate-class': action.rate,
    security: action.access === 'public' || action.access === 'guest' ? [{}, ...SESSION] : SESSION,
    responses: repliesOf(action),
  };
  if (action.method === 'GET') return { get: { ...shared, parameters: parametersOf(schema) } };
  const parameters = takesKey(action) ? { parameters: [IDEMPOTENCY_KEY] } : {};
  return { post: { ...shared, ...parameters, requestBody: { content: { 'application/json': { schema } } } } };
}

const UPLOADED = repliesWith({
  description: 'Done',
  content: { 'application/json': { schema: schemaOf(uploadReply, 'output') } },
});

const UPLOAD: Json = {
  post: {
    operationId: 'upload',
    tags: ['Uploads'],
    summary: 'Publish a recording in one request',
    description: 'Carries no credentials: capToken is the ticket (getPowChallenge).',
    security: [{}],
    requestBody: {
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['audio', 'capToken'],
            properties: {
              audio: { type: 'string', contentMediaType: 'application/octet-stream' },
              ...Object.fromEntries(UPLOAD_FIELDS.map((field) => [field, { type: 'string' }])),
            },
          },
        },
      },
    },
    responses: UPLOADED,
  },
};

const EVENTS: Json = {
  get: {
    operationId: 'events',
    tags: ['News'],
    summary: 'Receive changes as server-sent events',
    description:
      'What all can see and what happens to the caller, as it happens. `Last-Event-ID` continues where a reader left off.',
    security: [{}, ...SESSION],
    'x-rate-class': 'read',
    parameters: [
      { name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'integer' } },
      { name: 'away', in: 'query', required: false, schema: { type: 'integer' } },
    ],
    responses: repliesWith({
      description: `Events named ${SERVER_EVENT_NAMES.join(', ')}; \`data\` is JSON`,
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    }),
  },
};

const PIECE: Json = {
  [PIECE_TYPE]: {
    schema: { type: 'string', contentMediaType: 'application/octet-stream' },
  },
};
const header = (name: string, required: boolean, schema: Json): Json => ({
  name,
  in: 'header',
  required,
  schema,
});
const BYTES: Json = { type: 'integer', minimum: 0 };
const COMPLETE = header(COMPLETE_HEADER, true, { enum: ['?0', '?1'] });
const bodyOf = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
const transfer = (operationId: string, summary: string, description: string, rest: Json = {}): Json => ({
  operationId,
  tags: ['Uploads'],
  summary,
  description,
  security: SESSION,
  responses: repliesOf({ data: transferState, extra: null }),
  ...rest,
});

/** Resumable uploads: the parts that the draft leaves to the server, and the publication. */
const TRANSFERS: Json = {
  [TRANSFERS_PATH]: {
    post: transfer(
      'openTransfer',
      'Start a resumable upload',
      'Spends the capToken and opens a transfer; the same call again answers it. The body is the file, or its beginning, or empty.',
      {
        parameters: [
          COMPLETE,
          header(LENGTH_HEADER, true, { type: 'integer', minimum: 1, maximum: AUDIO_MAX_BYTES }),
          header(TICKET_HEADER, true, { type: 'string' }),
          header(KEY_HEADER, false, { type: 'string', format: 'uuid' }),
        ],
      },
    ),
  },
  [`${TRANSFERS_PATH}/{uploadKey}`]: {
    parameters: [
      { name: 'uploadKey', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    ],
    get: transfer('readTransfer', 'Get the state of a resumable upload', 'HEAD answers the same headers.'),
    patch: transfer(
      'appendToTransfer',
      'Append to a resumable upload',
      'Continues at Upload-Offset; another offset is 409 wrong_offset.',
      {
        parameters: [header(OFFSET_HEADER, true, BYTES), COMPLETE],
        requestBody: { content: PIECE },
      },
    ),
    post: transfer(
      'publishTransfer',
      'Publish a complete resumable upload',
      'A repeat gets the same answer.',
      {
        responses: UPLOADED,
        requestBody: bodyOf({
          type: 'object',
          properties: Object.fromEntries(
            [
              ...UPLOAD_FIELDS.filter((name) => name !== 'capToken' && name !== 'uploadKey'),
              'originalName',
            ].map((name) => [name, { type: 'string' }]),
          ),
        }),
      },
    ),
    delete: transfer('dropTransfer', 'Cancel a resumable upload', 'Its bytes are deleted.', {
      responses: repliesOf({ data: z.null(), extra: null }),
    }),
  },
};

/** OpenAPI cannot describe `?action=`, so each action has the path that does the same. */
export function describeApi({ demoMode, publicOrigin }: Pick<Env, 'demoMode' | 'publicOrigin'>): Json {
  const actions = [...ACTIONS].filter(([, action]) => demoMode || !action.demoOnly);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Aural',
      version: '1',
      description: `\`${ACTIONS_PATH}NAME\` and \`/upload.php?action=NAME\` are the same.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicOrigin ?? '/' }],
    tags: Object.keys(SUMMARIES).map((name) => ({ name })),
    paths: {
      '/upload.php': UPLOAD,
      '/api/events': EVENTS,
      ...TRANSFERS,
      ...Object.fromEntries(
        actions.map(([name, action]) => [ACTIONS_PATH + name, operationOf(name, action)]),
      ),
    },
    components: {
      schemas: { Failure: FAILURE },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: cookieName(isSecure({ env: { publicOrigin } })) },
      },
    },
  };
}

export function openapi({ env }: Pick<Deps, 'env'>): Middleware {
  const document = JSON.stringify(describeApi(env));
  return async function openapi(ctx, next) {
    if (ctx.path !== '/api/openapi.json' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = document;
  };
}
