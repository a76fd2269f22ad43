// Inspection threads run at low priority; where the system forbids that, they still inspect.
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { longRecording } from '../support/audio/longRecording.ts';
import { capToken, visitor } from '../support/server/publish.ts';
import { startServer } from '../support/server/server.ts';
import { asNobody } from '../support/server/unprivileged.ts';
import { upload } from '../support/server/wire.ts';

it('an unprivileged server at a priority below that of inspections accepts uploads', async () => {
  const data = mkdtempSync(join(tmpdir(), 'aural-nice-'));
  const wrap = await asNobody(data);
  const server = await startServer({ STORAGE_RESERVE_BYTES: '0' }, { wrap, data });
  try {
    // Inspection threads inherit the priority of this thread, and may not raise it to their own.
    setPriority(server.pid, constants.priority.PRIORITY_BELOW_NORMAL + 1);
    const bytes = longRecording(200_000);
    const reply = await upload(
      server.url,
      { capToken: await capToken(visitor(server.url), bytes) },
      { bytes },
    );
    expect({ status: reply.status, code: reply.json.code }).toEqual({ status: 200, code: undefined });
  } finally {
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
});
