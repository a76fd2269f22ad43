// The app without its screens, as on one phone: the shipped outbox, queries, lists and calls, and a user's actions. It
// can be killed at any moment; only its disk survives.
import { createStore } from 'jotai/vanilla';
import type { WriteName } from '../../../api/contract/actions.ts';
import { loadCore } from '../../../dsp/cli/node.mjs';
import { read, write } from '../../../src/api/calls.ts';
import { eventParser, type ServerEvent } from '../../../src/api/events.ts';
import { sendTransfer } from '../../../src/api/transfer.ts';
import { sendUpload } from '../../../src/api/upload.ts';
import type { Wire } from '../../../src/api/wire.ts';
import type { Dsp } from '../../../src/dsp/client.ts';
import { type Outcome, writeCommentAtom } from '../../../src/features/comments/write.ts';
import {
  changeProfileFormAtom,
  openProfileEditAtom,
  saveProfileAtom,
} from '../../../src/features/profile/edit.ts';
import { toggleFollowAtom } from '../../../src/features/profile/FollowButton.tsx';
import { flushOutboxAtom, keepUploadAtom, outboxAtom } from '../../../src/features/publish/outbox.ts';
import { type PublishPorts, publishPortsAtom } from '../../../src/features/publish/ports.ts';
import { stateText } from '../../../src/features/publish/sentences.ts';
import { applyChangeAtom, type PublicChange } from '../../../src/state/changes.ts';
import { dspAtom } from '../../../src/state/dsp.ts';
import { identityAtom } from '../../../src/state/identity.ts';
import { flushWritesAtom, refusalsAtom, waitingWritesAtom } from '../../../src/state/outbox.ts';
import { personAtom } from '../../../src/state/people.ts';
import { statePortsAtom } from '../../../src/state/ports.ts';
import { toggleLikeAtom } from '../../../src/state/reactions.ts';
import { invalidateAtom, refreshShownAtom } from '../../../src/state/registry.ts';
import { sessionAtom } from '../../../src/state/session.ts';
import { tracksByIdAtom, tracksList } from '../../../src/state/tracks.ts';
import { lookForUploadsAtom, waitingUploadsAtom } from '../../../src/state/waitingUploads.ts';
import { digestOf } from '../engine/nodeEngine.ts';
import { nodeWire } from '../engine/nodeWire.ts';
import { type PhoneDisk, publishPortsOn, statePortsOn } from './phoneDisk.ts';
import { onLine, type PhoneLine } from './phoneLine.ts';

/** One write as the outbox sends it, under `key`; its answer. */
export const sendAs = (
  { url, cookie }: { url: string; cookie: string },
  action: WriteName,
  body: object,
  key: string,
): Promise<unknown> =>
  onLine({ url, cookie, end: new AbortController().signal }, () =>
    write(action, body as never, { idempotencyKey: key }),
  );

/** The engine of a phone; files are sent unchanged. */
const ENGINE = {
  clean: async (file: Blob) => ({ file, removed: [], isDamaged: false }),
  discard: async () => undefined,
  sha256: async (file: Blob) => digestOf(new Uint8Array(await file.arrayBuffer())),
  solveChallenge: async (challenge: string, puzzles: number, bits: number, nonces: number[]) => {
    const core = await loadCore();
    const solver = new core.PowSolver(challenge, puzzles, bits, Uint32Array.from(nonces));
    while (!solver.step(1 << 16));
    const solved = Array.from(solver.nonces());
    solver.free();
    return { nonces: solved, done: true, hashes: 0 };
  },
} as unknown as Dsp;

export interface PhoneApp {
  /** Whether the app shows this track as liked; undefined until the track is loaded. */
  liked(trackId: string): boolean | undefined;
  pressLike(trackId: string): Promise<void>;
  followed(userId: string): boolean | undefined;
  pressFollow(userId: string): Promise<void>;
  /** The own profile as shown. */
  bio(): string | undefined;
  /** False while the own profile is not loaded. */
  saveBio(bio: string): Promise<boolean>;
  comment(trackId: string, content: string): Promise<Outcome['kind']>;
  upload(title: string, bytes: Buffer): Promise<void>;
  /** The network is available again. */
  online(): void;
  /** Receives events until the stream ends; resolves once connected. */
  listen(): Promise<void>;
  /** Connects to another address from now on. */
  reach(url: string): void;
  /** State of this recording in the list of pending uploads; undefined when it is not listed. */
  said(title: string): string | undefined;
  /** Pending work: actions of writes, titles of uploads. */
  waiting(): string[];
  refused(): string[];
  kill(): void;
}

/** Opens the app of the account `own` on `disk`; `people` are the profiles it shows. */
export function openApp(
  disk: PhoneDisk,
  url: string,
  own: string,
  people: readonly string[],
  /** Abandons an upload after this many milliseconds without a byte. */
  silenceMs = Number.POSITIVE_INFINITY,
): PhoneApp {
  const death = new AbortController();
  const line: PhoneLine = { url, cookie: disk.cookie, end: death.signal };
  const store = createStore();
  const run = <T>(work: () => T): T => onLine(line, work);
  const wire: Wire = (request) => {
    const patienceMs = Math.min(request.patienceMs, silenceMs);
    return nodeWire(line.url, () => line.cookie)({ ...request, patienceMs });
  };
  store.set(statePortsAtom, {
    ...store.get(statePortsAtom),
    ...statePortsOn(disk, death.signal),
    read: (name, query, options) => unlessDead(() => read(name, query, options)),
    write: (name, body, options) => unlessDead(() => write(name, body, options)),
  });
  store.set(publishPortsAtom, {
    ...store.get(publishPortsAtom),
    ...publishPortsOn(disk, death.signal),
    sendUpload: ((request, onProgress) =>
      unlessDead(() => sendUpload(request, onProgress, death.signal, wire))) as PublishPorts['sendUpload'],
    sendTransfer: ((request, onProgress) =>
      unlessDead(() =>
        sendTransfer(request, onProgress, death.signal, { wire }),
      )) as PublishPorts['sendTransfer'],
  });
  store.set(dspAtom, ENGINE);

  /** A killed app receives nothing. */
  function unlessDead<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (death.signal.aborted) return;
      run(work).then(
        (answer) => death.signal.aborted || resolve(answer),
        (error: unknown) => death.signal.aborted || reject(error),
      );
    });
  }
  const stops = run(() => [
    store.sub(sessionAtom, () => {}),
    store.sub(tracksList({ limit: '50' }), () => {}),
    ...[own, ...people].map((id) => store.sub(personAtom(id), () => {})),
  ]);
  run(() => {
    void store.set(lookForUploadsAtom);
    void store.set(flushWritesAtom);
    void store.set(flushOutboxAtom);
  });
  const personOf = (id: string) => {
    const state = store.get(personAtom(id));
    return state.status === 'found' ? state.person : undefined;
  };
  /** Handles events like `app/liveEvents.ts`. */
  const hear = (event: ServerEvent) => {
    if (event.name === 'reset') void store.set(refreshShownAtom, true);
    else if (['tracksChanged', 'countersChanged', 'personChanged'].includes(event.name))
      store.set(applyChangeAtom, event as PublicChange);
    else store.set(invalidateAtom, event.name);
  };
  return {
    liked: (trackId) => store.get(tracksByIdAtom).get(trackId)?.isLiked,
    pressLike: (trackId) => run(() => store.set(toggleLikeAtom, trackId)),
    followed: (userId) => personOf(userId)?.isFollowed,
    pressFollow: async (userId) => {
      const person = personOf(userId);
      if (person) await run(() => store.set(toggleFollowAtom, person));
    },
    bio: () => personOf(own)?.bio,
    saveBio: async (bio) => {
      const person = personOf(own);
      if (!person || store.get(identityAtom) === null) return false;
      store.set(openProfileEditAtom, person);
      store.set(changeProfileFormAtom, person, { bio });
      await run(() => store.set(saveProfileAtom, person));
      return true;
    },
    comment: async (trackId, content) =>
      (await run(() => store.set(writeCommentAtom, trackId, content))).kind,
    upload: async (title, bytes) => {
      const id = crypto.randomUUID();
      const file = new Blob([new Uint8Array(bytes)], { type: 'audio/wav' });
      disk.files.set(`idb:file/${id}`, file);
      await run(() =>
        store.set(keepUploadAtom, {
          uploadId: id,
          reference: `idb:file/${id}`,
          source: null,
          originalName: 'x.wav',
          mimeType: 'audio/wav',
          sizeBytes: file.size,
          duration: 6,
          title,
          description: '',
          gender: 'Diverse',
          tags: ['Diverse'],
          consentAt: null,
          createdAt: new Date().toISOString(),
        }),
      );
      run(() => void store.set(flushOutboxAtom));
    },
    online: () =>
      run(() => {
        void store.set(refreshShownAtom);
        void store.set(flushWritesAtom);
        void store.set(flushOutboxAtom);
      }),
    listen: async () => {
      const reply = await run(() => fetch('/api/events'));
      const push = eventParser(hear, () => {});
      const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
      const follow = async () => {
        for (;;) {
          const piece = await reader?.read();
          if (!piece || piece.done) return;
          run(() => push(piece.value));
        }
      };
      follow().catch(() => undefined);
    },
    reach: (next) => {
      line.url = next;
    },
    said: (title) => {
      const item = store.get(outboxAtom).find(({ upload }) => upload.title === title);
      return item && stateText(item, true);
    },
    waiting: () => [
      ...store.get(waitingWritesAtom).map(({ action }) => action),
      ...store.get(waitingUploadsAtom).map(({ body }) => (body as { title: string }).title),
    ],
    refused: () => store.get(refusalsAtom).map(({ action, code }) => `${action}: ${code}`),
    kill: () => {
      death.abort();
      disk.cookie = line.cookie;
      for (const stop of stops) stop();
    },
  };
}
