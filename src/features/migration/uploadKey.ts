// The upload key of a recording that an earlier version kept: it follows from the bytes. A move that was interrupted, or
// that two pages begin, makes one upload, and a recording that stood in two old lists is one.

/** A UUID (RFC 9562 version 8, first half of the SHA-256). Random where the page may not hash: plain http. */
export async function uploadKeyOf(bytes: Blob, random: () => string): Promise<string> {
  if (!globalThis.crypto?.subtle) return random();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())).slice(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
