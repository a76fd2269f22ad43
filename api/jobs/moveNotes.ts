// What a move of audio has compared: a line for each blob, in a file beside the database. Without it a run reads
// everything once more.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';

export interface MovedBlob {
  name: string;
  /** Lower-case hex. */
  sha256: string;
  size: number;
}

export interface MoveNotes {
  /** null when no blob of this name and size was compared. */
  hashOf(name: string, size: number): string | null;
  /** On the disk when it resolves. */
  add(moved: MovedBlob): Promise<void>;
  close(): Promise<void>;
}

const LINE = /^([0-9a-f]{32}\.\w+) ([0-9a-f]{64}) (\d+)$/;

export async function openMoveNotes(file: string): Promise<MoveNotes> {
  const handle = await open(file, 'a+', 0o600);
  const known = new Map<string, { sha256: string; size: number }>();
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  // The last line may be half: the process that wrote it was killed.
  for await (const line of lines) {
    const [, name, sha256, size] = LINE.exec(line) ?? [];
    if (name && sha256) known.set(name, { sha256, size: Number(size) });
  }
  await handle.write('\n');
  return {
    hashOf: (name, size) => {
      const moved = known.get(name);
      return moved?.size === size ? moved.sha256 : null;
    },
    add: async ({ name, sha256, size }) => {
      known.set(name, { sha256, size });
      await handle.write(`${name} ${sha256} ${size}\n`);
      await handle.datasync();
    },
    close: () => handle.close(),
  };
}
