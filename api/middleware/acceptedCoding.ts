// `Accept-Encoding` (RFC 9110 §12.5.3): which content coding a client wants.

/** `br;q=0.5, *;q=0` → weights by name, 0 … 1. What cannot be read counts as refused. */
function weights(header: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const value = weight === undefined ? 1 : Number(weight.slice(2));
    if (name !== '') found.set(name, value >= 0 && value <= 1 ? value : 0);
  }
  return found;
}

/**
 * The wanted one of `offered` (ours first where the client has no preference), or null for the bytes as they are:
 * these are also what a client gets that refuses everything.
 */
export function acceptedCoding<Coding extends string>(
  header: string,
  offered: readonly Coding[],
): Coding | null {
  const wanted = weights(header);
  const weightOf = (name: string) => wanted.get(name) ?? wanted.get('*') ?? 0;
  // Not naming `identity` leaves it acceptable, after everything that is named.
  let best: Coding | null = null;
  let most = wanted.get('identity') ?? 0;
  for (const coding of offered) {
    const weight = weightOf(coding);
    if (weight > most || (best === null && weight > 0 && weight === most)) {
      best = coding;
      most = weight;
    }
  }
  return best;
}
