// Adapters of shared state; tests replace them.
import { atom } from 'jotai/vanilla';
import { read, write } from '../api/calls.ts';
import { deviceFacts, profileOf } from '../dsp/profile.ts';
import { ENGINE_BUILD } from '../dsp/protocol.ts';
import { keepCopiesOf, readCopy, renewTracks, storedTrackIds, writeCopy } from '../storage/copies.ts';
import { asOnlySender, deleteOutbox, listOutbox, putOutbox } from '../storage/outbox.ts';
import { closeStorage, identityHere, ownerHere, setOwner } from '../storage/owner.ts';
import type { Unsaved } from '../storage/ownership.ts';
import { personaSecret } from '../storage/personaSecret.ts';
import { forgetSetting, readSetting, writeSetting } from '../storage/settings.ts';

/** `forgetDeviceDue`: the sign-out that is due also makes the browser forget earlier sign-ins. */
type OwnerNote = 'signOutDue' | 'forgetDeviceDue' | 'sessionEnded';

/** The owner of the data on this device (`src/storage/owner.ts`). */
export interface OwnerPorts {
  /** `ID ROLE` as this browser remembers it; empty for a visitor. */
  identity: () => string;
  /** The same account in another role. */
  rename: (identity: string) => void;
  /** The same user continues under another account. `withWrites`: with the unsent writes. */
  passTo: (identity: string, withWrites: boolean) => Promise<void>;
  /** The account leaves this browser. Its data stays hidden, or is removed; this page stores nothing more. */
  leave: (identity: string, isRemoved: boolean) => Promise<void>;
  unsaved: () => Promise<Unsaved>;
  /** Something for the page that starts after this one, and what the page before this one said. */
  note: (key: OwnerNote, isSet: boolean) => void;
  noted: (key: OwnerNote) => boolean;
}

const isTrue = (value: unknown): value is boolean => value === true;

export interface StatePorts {
  read: typeof read;
  write: typeof write;
  copies: {
    read: typeof readCopy;
    write: typeof writeCopy;
    keepOf: typeof keepCopiesOf;
    trackIds: typeof storedTrackIds;
    renewTracks: typeof renewTracks;
  };
  outbox: {
    put: typeof putOutbox;
    list: typeof listOutbox;
    remove: typeof deleteOutbox;
    asOnlySender: typeof asOnlySender;
  };
  persona: { secret: typeof personaSecret };
  owner: OwnerPorts;
  settings: { read: typeof readSetting; write: typeof writeSetting };
  /** Audio stored on this device, by its reference; null when it is gone. */
  openAudio: (reference: string) => Promise<Blob | null>;
  /** What the device says of itself, what follows from it, and the engine it would run. */
  device: { facts: typeof deviceFacts; profileOf: typeof profileOf; build: string };
}

export const statePortsAtom = atom<StatePorts>({
  read,
  write,
  copies: {
    read: readCopy,
    write: writeCopy,
    keepOf: keepCopiesOf,
    trackIds: storedTrackIds,
    renewTracks,
  },
  outbox: { put: putOutbox, list: listOutbox, remove: deleteOutbox, asOnlySender },
  persona: { secret: personaSecret },
  owner: {
    identity: identityHere,
    rename: setOwner,
    passTo: async (identity, withWrites) =>
      (await import('../storage/ownership.ts')).passTo(identity, withWrites),
    leave: async (identity, isRemoved) => {
      const of = ownerHere();
      closeStorage();
      setOwner(identity);
      await (await import('../storage/ownership.ts')).afterLeaving(of, isRemoved);
    },
    unsaved: async () => (await import('../storage/ownership.ts')).countUnsaved(),
    note: (key, isSet) => (isSet ? writeSetting(key, true) : forgetSetting(key)),
    noted: (key) => readSetting(key, isTrue, false),
  },
  settings: { read: readSetting, write: writeSetting },
  openAudio: async (reference) => (await import('../storage/handoff.ts')).openAudio(reference),
  device: { facts: deviceFacts, profileOf, build: ENGINE_BUILD },
});
