// What search needs from outside beside shared state, so that tests can put doubles there.
import { atom } from 'jotai/vanilla';
import { readCopiesOf } from '../../storage/copies.ts';

export interface SearchPorts {
  copiesOf: typeof readCopiesOf;
}

export const searchPortsAtom = atom<SearchPorts>({ copiesOf: readCopiesOf });
