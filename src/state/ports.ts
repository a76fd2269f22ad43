// What shared state needs from outside, in one place, so that tests can put doubles there.
import { atom } from 'jotai/vanilla';
import { read, write } from '../api/calls.ts';
import { deviceFacts, profileOf } from '../dsp/profile.ts';
import { ENGINE_BUILD } from '../dsp/protocol.ts';
import { keepCopiesOf, readCopy, writeCopy } from '../storage/copies.ts';
import { asOnlySender, deleteOutbox, listOutbox, putOutbox } from '../storage/outbox.ts';
import { keepPersonaOf, personaSecret } from '../storage/personaSecret.ts';
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
  persona: { secret: typeof personaSecret; keepOf: typeof keepPersonaOf };
  settings: { read: typeof readSetting; write: typeof writeSetting };
  /** Audio kept on this device, by its reference; null when it is gone. */
  openAudio: (reference: string) => Promise<Blob | null>;
  /** What the device says of itself, what follows from it, and the engine it would run. */
  device: { facts: typeof deviceFacts; profileOf: typeof profileOf; build: string };
}

export const statePortsAtom = atom<StatePorts>({
  read,
  write,
  copies: { read: readCopy, write: writeCopy, keepOf: keepCopiesOf },
  outbox: { put: putOutbox, list: listOutbox, remove: deleteOutbox, asOnlySender },
  persona: { secret: personaSecret, keepOf: keepPersonaOf },
  settings: { read: readSetting, write: writeSetting },
  openAudio: async (reference) => (await import('../storage/keptAudio.ts')).openAudio(reference),
  device: { facts: deviceFacts, profileOf, build: ENGINE_BUILD },
});
