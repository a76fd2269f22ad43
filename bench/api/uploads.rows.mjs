// 20 users publish 5 MB at once while others read the feed at half of the server's maximum.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { capToken, upload } from './audio.mjs';
import { FEED } from './feed.rows.mjs';

const SENDERS = fileURLToPath(new URL('./senders.worker.mjs', import.meta.url));
const MEGABYTE = 1e6;
const SAMPLE_MS = 50;
/** Of `tokens`; the other rows use the first ones. */
const FIRST_PERSON = 100;

export const row = {
  name: '20 uploads of 5 MB at once while the feed runs at half load',
  async check({ server, people, files }) {
    const path = files[0];
    const ticket = await capToken(server.url, people.tokens[FIRST_PERSON - 1], readFileSync(path));
    const send = (title) => upload(server.url, { path, title, ticket, address: '203.0.113.200' });
    const [first, replay] = [await send('once'), await send('twice')];
    if (first !== 200 || replay === 200)
      throw new Error(`an upload and its replay gave ${first} and ${replay}`);
  },
  async run({ server, load, people, files, raw, seconds }) {
    const url = server.url + FEED;
    const { perSecond: full } = await load.flood({
      on: server,
      url,
      connections: 50,
      seconds: Math.min(3, seconds),
    });
    const tickets = [];
    for (const [index, path] of files.entries()) {
      tickets.push(await capToken(server.url, people.tokens[FIRST_PERSON + index], readFileSync(path)));
    }
    const senders = fork(SENDERS);
    const stored = () => raw.prepare('select count(*) as n from uploads').all()[0].n;
    const before = { stored: stored(), resident: server.residentBytes() };
    // The figure covers the time since the metric was last read.
    await server.metric('nodejs_eventloop_lag_p99_seconds');
    const reading = load.pace({ url, connections: 50, perSecond: Math.round(full / 2) });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, server.residentBytes());
    }, SAMPLE_MS);
    const started = performance.now();
    senders.send({
      url: server.url,
      uploads: files.map((path, index) => ({
        path,
        title: `Upload ${index}`,
        ticket: tickets[index],
        address: `203.0.113.${index + 1}`,
      })),
    });
    const [replies] = await once(senders, 'message');
    const took = (performance.now() - started) / 1000;
    senders.disconnect();
    clearInterval(watch);
    const delay = await server.metric('nodejs_eventloop_lag_p99_seconds');
    reading.stop();
    const feed = await reading.result;
    const accepted = replies.filter((status) => status === 200).length;
    const uploads = { requests: accepted, seconds: took, perSecond: accepted / took, errors: 20 - accepted };
    return {
      unit: 'requests',
      figures: [
        { name: 'feed at half load', runs: [feed] },
        { name: 'uploads', runs: [uploads] },
      ],
      bars: [
        { what: 'uploads kept', value: Math.min(accepted, stored() - before.stored), unit: '', atLeast: 20 },
        { what: 'feed p99', value: feed.p99, unit: 'ms', below: 150 },
        { what: 'feed errors', value: feed.errors, unit: '', below: 1 },
        { what: 'memory growth', value: (peak - before.resident) / MEGABYTE, unit: 'MB', below: 150 },
        { what: 'event-loop delay p99', value: delay * 1000, unit: 'ms', below: 50 },
      ],
    };
  },
};
