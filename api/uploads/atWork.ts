// What a server is working on: one at a time per name, the second hears of it at once. Other servers on its database do not
// know of it: there the transaction decides.
const namesOf = new WeakMap<object, Set<string>>();

/** Throws `refusal` while another `work` of this name runs at the same server. */
export async function exclusively<T>(
  server: object,
  name: string | null,
  refusal: () => Error,
  work: () => Promise<T>,
): Promise<T> {
  if (name === null) return work();
  const names = namesOf.get(server) ?? new Set();
  namesOf.set(server, names);
  if (names.has(name)) throw refusal();
  names.add(name);
  try {
    return await work();
  } finally {
    names.delete(name);
  }
}
