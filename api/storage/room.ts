// Disk space for uploads: announced bytes are reserved before the first one is written, so that concurrent uploads cannot use up
// the free space that must remain.
import type { TemporaryFiles } from './temporary.ts';

export interface Room {
  /** Bytes that can still be announced; negative when less than the reserve is free. */
  left(): Promise<number>;
  /** Reserves bytes. Call the returned function when they are written or abandoned. Null when there is no room. */
  setAside(bytes: number): Promise<(() => void) | null>;
}

/** `reserveBytes` stay free for the database. */
export function createRoom(temporary: Pick<TemporaryFiles, 'freeBytes'>, reserveBytes: number): Room {
  let announced = 0;
  const left = async () => (await temporary.freeBytes()) - reserveBytes - announced;
  return {
    left,
    setAside: async (bytes) => {
      announced += bytes;
      let isOpen = true;
      const giveBack = () => {
        if (isOpen) announced -= bytes;
        isOpen = false;
      };
      try {
        if ((await left()) >= 0) return giveBack;
      } catch (error) {
        giveBack();
        throw error;
      }
      giveBack();
      return null;
    },
  };
}
