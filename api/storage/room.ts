// Room on the disk for what is being received: announced bytes are set aside before the first one is written, so
// that uploads side by side cannot eat the low-water mark together.
import type { TemporaryFiles } from './temporary.ts';

export interface Room {
  /** Bytes that may still be announced; negative when the disk is below the mark. */
  left(): Promise<number>;
  /** Sets bytes aside; call the returned function when they are written or given up. Null when there is no room. */
  setAside(bytes: number): Promise<(() => void) | null>;
}

/** `reserveBytes` is the low-water mark: it stays free for the database and for what people write there. */
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
