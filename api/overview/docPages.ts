// Pages of what an index of words gives in the order in which its rows came, by their numbers there.
import { writePlace } from './cursor.ts';
import { type Asked, COUNTED_AND_ONE, rowsOf } from './pageQueries.ts';

/** So many numbers are asked for: those of a page and one more, with a first page also those that are counted. */
export const docsWanted = (asked: Asked): number =>
  asked.cursor === undefined ? Math.max(COUNTED_AND_ONE, rowsOf(asked)) : rowsOf(asked);

interface Reading<Row> {
  /** Numbers of what comes next. */
  docsOf: (asked: Asked) => Promise<readonly number[]>;
  /** The rows of some numbers, in their order, without those that are not shown. */
  rowsOf: (docs: readonly number[]) => Promise<Row[]>;
}

/** `docs`: of this page, and of more. Read on where rows are not shown. */
export async function pageByDoc<Row>(
  asked: Asked,
  docs: readonly number[],
  reading: Reading<Row>,
): Promise<Row[]> {
  const most = rowsOf(asked);
  const page: Row[] = [];
  for (let next = docs; ; ) {
    const some = next.slice(0, most);
    page.push(...(await reading.rowsOf(some)));
    const last = some.at(-1);
    if (last === undefined || some.length < most || page.length >= most) return page.slice(0, most);
    next = await reading.docsOf({ ...asked, cursor: writePlace([last]) });
  }
}
