// Adapters of search; tests replace them.
import { atom } from 'jotai/vanilla';
import { readCopiesOf } from '../../storage/copies.ts';

export interface SearchPorts {
  copiesOf: typeof readCopiesOf;
}

export const searchPortsAtom = atom<SearchPorts>({ copiesOf: readCopiesOf });
