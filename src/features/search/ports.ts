// What search needs from outside, apart from shared state; tests replace it.
import { atom } from 'jotai/vanilla';
import { readCopiesOf } from '../../storage/copies.ts';

export interface SearchPorts {
  copiesOf: typeof readCopiesOf;
}

export const searchPortsAtom = atom<SearchPorts>({ copiesOf: readCopiesOf });
