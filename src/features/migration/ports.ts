// Adapters the migration uses; tests replace them.
import { atom } from 'jotai/vanilla';
import { putFile } from '../../storage/files.ts';
import { openReference } from '../../storage/handoff.ts';
import { backUpOldData, clearOldKeys, readOldData } from '../../storage/oldData.ts';
import { fileReference } from '../../storage/references.ts';

export interface MigrationPorts {
  oldData: { read: typeof readOldData; backUp: typeof backUpOldData; clear: typeof clearOldKeys };
  /** The bytes of a data URL. */
  open: typeof openReference;
  /** Stores bytes on this device and returns their reference. */
  keep: (bytes: Blob, name: string) => Promise<string>;
}

export const migrationPortsAtom = atom<MigrationPorts>({
  oldData: { read: readOldData, backUp: backUpOldData, clear: clearOldKeys },
  open: openReference,
  keep: async (bytes, name) => fileReference((await putFile(bytes, name)).id),
});
