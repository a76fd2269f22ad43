// What this process is working on: one at a time per name, the second hears of it at once.
const names = new Set<string>();

/** Throws `refusal` while another `work` of this name runs. */
export async function exclusively<T>(
  name: string | null,
  refusal: () => Error,
  work: () => Promise<T>,
): Promise<T> {
  if (name === null) return work();
  if (names.has(name)) throw refusal();
  names.add(name);
  try {
    return await work();
  } finally {
    names.delete(name);
  }
}
