// Parsing the event stream from chunks of any size, and the delay before reconnecting.
import { expect, test } from 'vitest';
import { eventParser, type ServerEvent, waitAfter } from '../../../src/api/events.ts';

const STREAM = [
  'retry: 3000\n: open\n\n',
  'id: 6\n\n',
  'id: 7\nevent: trackApproved\ndata: {"trackId":"t"}\n\n',
  ': beat\n\n',
  'id: 8\nevent: unheardOf\ndata: {}\n\n',
  'id: 9\nevent: queueChanged\ndata: {\n\n',
  'id: 10\nevent: queueChanged\ndata: {}\n\n',
].join('');

test.each([1, 2, 7, 1000])('parses the same events from chunks of %i characters', (size) => {
  const received: [ServerEvent, string][] = [];
  const places: string[] = [];
  const push = eventParser(
    (event) => received.push([event, places.at(-1) ?? '']),
    (id) => places.push(id),
  );
  for (let at = 0; at < STREAM.length; at += size) push(STREAM.slice(at, at + size));
  expect(received).toEqual([
    [{ name: 'trackApproved', data: { trackId: 't' } }, '7'],
    [{ name: 'queueChanged', data: {} }, '10'],
  ]);
  expect(places).toEqual(['6', '7', '8', '9', '10']);
});

test('doubles the delay from half a second up to a minute', () => {
  expect([0, 1, 2].map((failures) => waitAfter(failures, 0))).toEqual([500, 1000, 2000]);
  expect(waitAfter(50, 1)).toBe(60_000);
  expect(waitAfter(50, 0)).toBe(30_000);
});
