// Combines two stores while audio moves from the former to the current one: writes go to the current store, reads use whichever
// has the blob, and deletions go to both.
import type { BlobStore, PieceStore, Quarantine } from './blobs.ts';

function layeredPieces(current: PieceStore, former: PieceStore): PieceStore {
  /** An upload that started in the former store is completed there. */
  const holder = async (name: string) => {
    if ((await current.received(name)) !== null) return current;
    return (await former.received(name)) === null ? current : former;
  };
  return {
    begin: current.begin,
    received: async (name) => (await current.received(name)) ?? former.received(name),
    append: async (name, offset, chunks) => (await holder(name)).append(name, offset, chunks),
    cut: async (name, size) => (await holder(name)).cut(name, size),
    copyTo: async (name, path) => (await holder(name)).copyTo(name, path),
    remove: async (name) => {
      await former.remove(name);
      await current.remove(name);
    },
    list: async function* () {
      yield* current.list();
      yield* former.list();
    },
  };
}

/** Each store has its own quarantine; a name may be in both. */
function layeredQuarantine(stores: readonly BlobStore[]): Quarantine {
  const inEach = async (work: (quarantine: Quarantine) => Promise<void>) => {
    for (const { quarantine } of stores) await work(quarantine);
  };
  return {
    put: (name) => inEach((each) => each.put(name)),
    release: (name) => inEach((each) => each.release(name)),
    remove: (name) => inEach((each) => each.remove(name)),
    list: async function* () {
      for (const { quarantine } of stores) yield* quarantine.list();
    },
  };
}

export function layered(current: BlobStore, former: BlobStore): BlobStore {
  const holder = async (name: string) => ((await current.known(name)) ? current : former);
  return {
    pieces: layeredPieces(current.pieces, former.pieces),
    quarantine: layeredQuarantine([current, former]),
    owners: async () => [...(await current.owners()), ...(await former.owners())],
    claim: async (installation) => {
      await former.claim(installation);
      await current.claim(installation);
    },
    put: current.put,
    putFile: current.putFile,
    stat: async (name) => (await current.stat(name)) ?? former.stat(name),
    known: async (name) => (await current.known(name)) ?? former.known(name),
    read: async (name, start, end) => (await holder(name)).read(name, start, end),
    readWhole: async (name, start, end) => (await holder(name)).readWhole(name, start, end),
    copyTo: async (name, path) => (await holder(name)).copyTo(name, path),
    remove: async (name) => {
      await former.remove(name);
      await current.remove(name);
    },
    list: async function* () {
      const seen = new Set<string>();
      for (const store of [current, former]) {
        for await (const name of store.list()) {
          if (store === former && seen.has(name)) continue;
          if (store === current) seen.add(name);
          yield name;
        }
      }
    },
    endUploads: async (before) => (await current.endUploads(before)) + (await former.endUploads(before)),
    link: async (name, as) => (await holder(name)).link(name, as),
    state: () => {
      const [now, then] = [current.state(), former.state()];
      return { isDown: now.isDown || then.isDown, requests: [...now.requests, ...then.requests] };
    },
    close: () => {
      current.close();
      former.close();
    },
  };
}
