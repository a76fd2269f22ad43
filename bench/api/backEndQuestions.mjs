// Questions for both databases: jobs for the load generators, one per serving process.
import { picker } from './dataSet.mjs';
import { FEED } from './feed.rows.mjs';

const FEED_CONNECTIONS = 50;
const PEOPLE = 20;
const LIKE = '/upload.php?action=addLike';
const RANGE = 64 * 1024;

/**
 * @typedef {object} Asked
 * @property {object[]} servers
 * @property {number} among Number of processes that share the connections and users.
 * @property {number} seconds Duration of a question without a fixed number of requests.
 * @property {number} each Likes per user.
 * @property {() => number} from Index of the first track to like in this round, so that no user likes a track twice.
 */

/** @type {Record<string, (asked: Asked & { people: object, tracks: string[], blobs: object[] }) => object[]>} */
export const QUESTIONS = {
  'public feed': ({ servers, among, seconds }) =>
    servers.map((server) => ({
      on: server,
      url: server.url + FEED,
      connections: FEED_CONNECTIONS / among,
      seconds,
    })),
  'feed, signed in': ({ servers, among, seconds, people }) =>
    servers.map((server) => ({
      on: server,
      connections: FEED_CONNECTIONS / among,
      seconds,
      requests: people.tokens.map((token) => [{ path: FEED, headers: { authorization: `Bearer ${token}` } }]),
    })),
  'ranges of 64 KB': ({ servers, among, seconds, blobs }) => {
    const pick = picker(5);
    const requests = Array.from({ length: PEOPLE }, () =>
      Array.from({ length: 100 }, () => {
        const blob = blobs[pick.below(blobs.length)];
        const start = pick.below(blob.size - RANGE);
        return { path: `/audio/${blob.name}`, headers: { range: `bytes=${start}-${start + RANGE - 1}` } };
      }),
    );
    return servers.map((server) => ({
      on: server,
      connections: PEOPLE / among,
      seconds,
      requests,
      status: 206,
    }));
  },
  'durable likes': ({ servers, among, people, tracks, each, from }) => {
    const share = PEOPLE / among;
    const first = from();
    return servers.map((server, which) => ({
      on: server,
      connections: share,
      amount: share * each,
      requests: people.tokens.slice(which * share, (which + 1) * share).map((token, person) =>
        Array.from({ length: each }, (_, at) => ({
          method: 'POST',
          path: LIKE,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            like: { trackId: tracks[(first + at + (which * share + person) * 7) % tracks.length] },
          }),
        })),
      ),
    }));
  },
};

/** The row of the embedded server with the same question. */
export const EMBEDDED = {
  'public feed': ['public feed', 'feed'],
  'feed, signed in': ['public feed', 'feed, signed in'],
  'ranges of 64 KB': ['range reads', 'ranges'],
  'durable likes': ['durable likes', 'likes'],
};
