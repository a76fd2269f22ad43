// A proxy that answers in place of its server, as hotel networks, gateways and failing servers do.
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAGE =
  '<!doctype html><html><head><title>Sign in to this network</title></head><body>Room?</body></html>';

/** Kind → its answer; `silence` never answers. */
const WRONG = {
  '200 HTML': (reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
  '502 HTML': (reply) => reply.writeHead(502, { 'content-type': 'text/html' }).end(PAGE),
  empty: (reply) => reply.writeHead(200).end(),
  'truncated JSON': (reply) =>
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true,"data":{"uplo'),
  silence: () => undefined,
} satisfies Record<string, (reply: ServerResponse) => unknown>;

export type Wrong = keyof typeof WRONG;
export const WRONG_ANSWERS = Object.keys(WRONG) as Wrong[];

export interface WrongAnswers {
  url: string;
  /** Answers requests whose method and path match wrongly from now on; null: the server answers again. */
  answer(kind: Wrong | null, matching?: RegExp): void;
  /** Wrong answers since the last call of `answer`. */
  given(): number;
  close(): Promise<void>;
}

export async function wrongAnswers(target: string): Promise<WrongAnswers> {
  const { hostname, port } = new URL(target);
  let wrong: { kind: Wrong; matching: RegExp } | null = null;
  let given = 0;
  const silent = new Set<ServerResponse>();
  const proxy = createServer((asked, reply) => {
    const { method, url: path, headers } = asked;
    if (wrong?.matching.test(`${method} ${path}`)) {
      given++;
      asked.resume();
      if (wrong.kind === 'silence') silent.add(reply);
      WRONG[wrong.kind](reply);
      return;
    }
    const passed = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    passed.on('error', () => reply.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    answer: (kind, matching = /^POST \/upload\.php/) => {
      given = 0;
      wrong = kind === null ? null : { kind, matching };
      for (const reply of silent) reply.destroy();
      silent.clear();
    },
    given: () => given,
    close: async () => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
