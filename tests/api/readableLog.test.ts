// The log on a terminal: the lines of the server's logger in readable form.
import pino from 'pino';
import { expect, it } from 'vitest';
import { readable } from '../../api/log.ts';

/** Lines without colours. */
function written(work: (log: pino.Logger) => void): string[] {
  const lines: string[] = [];
  const sink = { write: (line: string) => void lines.push(line), flush: async () => true };
  work(pino({ base: null }, readable(sink)));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
  return lines.map((line) => line.replace(/\u001b\[\d+m/g, ''));
}

it('shows time, message and fields, and a level that is not information', () => {
  const lines = written((log) => {
    log.info({ port: 3000, host: '0.0.0.0' }, 'ready');
    log.warn('There is no admin yet');
  });
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d ready port=3000 host=0\.0\.0\.0\n$/);
  expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d WARN There is no admin yet\n$/);
});

it('shows a request as method, operation, status, code and time', () => {
  const request = {
    requestId: 'x',
    operation: 'getFeed',
    method: 'GET',
    status: 429,
    code: 'rate_limited',
    ms: 2.5,
  };
  expect(written((log) => log.info(request, 'request'))[0]).toMatch(
    /^\S+ GET getFeed 429 rate_limited 2\.5 ms\n$/,
  );
});

it('shows the stack of an error on its own lines', () => {
  const [line = ''] = written((log) => log.error({ err: new Error('the disk is full') }, 'A job failed'));
  expect(line).toMatch(/^\S+ ERROR A job failed\n {2}Error: the disk is full\n {4,}at /);
});
