// A list from the store, of objects or of unfinished uploads: the query tells which.
import type { Transport } from './transport.ts';

/** The list's XML. */
export async function askForList(transport: Transport, query: Record<string, string>): Promise<string> {
  const asked = await transport.text({ operation: 'list', method: 'GET', key: '', query, accept: [200] });
  return asked.text;
}
