// What shared state needs from outside, in one place, so that tests can put doubles there.
import { atom } from 'jotai/vanilla';
import { read, write } from '../api/calls.ts';
import { deviceFacts, profileOf } from '../dsp/profile.ts';
import { ENGINE_BUILD } from '../dsp/protocol.ts';
import { keepCopiesOf, readCopy, writeCopy } from '../storage/copies.ts';
import { asOnlySender, deleteOutbox, listOutbox, putOutbox } from '../storage/outbox.ts';
import { readSetting, writeSetting } from '../storage/settings.ts';

export interface StatePorts {
  read: typeof read;
  write: typeof write;
  copies: { read: typeof readCopy; write: typeof writeCopy; keepOf: typeof keepCopiesOf };
  outbox: {
    put: typeof putOutbox;
    list: typeof listOutbox;
    remove: typeof deleteOutbox;
    asOnlySender: typeof asOnlySender;
  };
  settings: { read: typeof readSetting; write: typeof writeSetting };
  /** What the device says of itself, what follows from it, and the engine it would run. */
  device: { facts: typeof deviceFacts; profileOf: typeof profileOf; build: string };
}

export const statePortsAtom = atom<StatePorts>({
  read,
  write,
  copies: { read: readCopy, write: writeCopy, keepOf: keepCopiesOf },
  outbox: { put: putOutbox, list: listOutbox, remove: deleteOutbox, asOnlySender },
  settings: { read: readSetting, write: writeSetting },
  device: { facts: deviceFacts, profileOf, build: ENGINE_BUILD },
});
