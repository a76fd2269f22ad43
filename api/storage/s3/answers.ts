// The few answers of the S3 API that are read, from XML without attributes or nesting of the same name.

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const decoded = (text: string) =>
  text.replace(/&(?:(lt|gt|amp|quot|apos)|#(\d+)|#x([0-9a-fA-F]+));/g, (_all, name, decimal, hex) =>
    name ? (ENTITIES[name] ?? '') : String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal ? 10 : 16)),
  );

/** Contents of the first `<name>`; null when there is none. */
export function field(xml: string, name: string): string | null {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return found === undefined ? null : decoded(found);
}

/** Every `<name>…</name>`, unread. */
export const blocks = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inner = '']) => inner);

export interface Listed {
  key: string;
  size: number;
  /** Milliseconds since 1970. */
  modifiedAt: number;
}

/** A page of ListObjectsV2, and how to ask for the next one. */
export function readList(xml: string): { objects: Listed[]; next: string | null } {
  const objects = blocks(xml, 'Contents').map((inner) => ({
    key: field(inner, 'Key') ?? '',
    size: Number(field(inner, 'Size')),
    modifiedAt: Date.parse(field(inner, 'LastModified') ?? ''),
  }));
  return { objects, next: field(xml, 'IsTruncated') === 'true' ? field(xml, 'NextContinuationToken') : null };
}
