// One request at a time may touch a transfer; a newer one makes the older let go, because it is usually the same client
// behind a dead connection.

interface Holder {
  letGo: () => void;
  gone: Promise<void>;
}
const holders = new Map<string, Holder>();

/** A key alone would let anybody who has heard of it end the owner's requests. */
const holderKey = (accountId: string, uploadKey: string) => `${accountId} ${uploadKey}`;

/** Alone with this transfer. `letGo` is called when somebody newer comes; the work then ends soon. */
export async function holding<T>(
  accountId: string,
  uploadKey: string,
  letGo: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const key = holderKey(accountId, uploadKey);
  for (let before = holders.get(key); before; before = holders.get(key)) {
    before.letGo();
    await before.gone;
  }
  let leave = () => {};
  const gone = new Promise<void>((resolve) => {
    leave = resolve;
  });
  holders.set(key, { letGo, gone });
  try {
    return await work();
  } finally {
    holders.delete(key);
    leave();
  }
}

export const isHeld = (accountId: string, uploadKey: string) => holders.has(holderKey(accountId, uploadKey));
