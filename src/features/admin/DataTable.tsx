// A long table: columns on a wide screen, cards on a phone; only the rows on the screen are drawn.
import type { CSSProperties } from 'react';
import { adminMessages } from '../../lib/messages/admin.ts';
import { failureText, fill, messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Column } from './columns.ts';
import { numberText } from './numberText.ts';
import { type SortState, TableHead } from './TableHead.tsx';
import { TableRows } from './TableRows.tsx';
import styles from './table.module.css';
import type { TableState } from './tables.ts';

export interface DataTableProps<Row> {
  label: string;
  state: TableState<Row>;
  columns: readonly Column<Row>[];
  sort: SortState;
  /** CSS pixels of a row on a phone. */
  cardHeight: number;
  /** `count`: rows as a person calls them, `{n}` is the number. */
  words: { empty: string; count: { one: string; many: string } };
  command: (what: 'more' | 'refresh') => void;
}

export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, state, columns, sort, command } = props;
  const { empty, count } = props.words;
  const onRetry = () => command('refresh');
  if (state.status === 'loading') return <Placeholders />;
  if (state.status === 'failed') {
    return (
      <StateCard title={adminMessages.table.failed} text={failureText(state.code)}>
        <Button busy={state.refreshing} onClick={onRetry}>
          {messages.shell.retry}
        </Button>
      </StateCard>
    );
  }
  return (
    <>
      <p className={styles.count} role="status">
        {fill(state.total === 1 ? count.one : count.many, {
          n: numberText(state.total) + (state.isLeast ? '+' : ''),
        })}
      </p>
      {state.failed !== null && (
        <Notice
          kind="bad"
          action={
            <Button kind="bare" busy={state.refreshing} onClick={onRetry}>
              {messages.shell.retry}
            </Button>
          }
        >
          {failureText(state.failed)}
        </Notice>
      )}
      {state.rows.length === 0 ? (
        <StateCard title={empty} />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: rows stand at their place in a page as tall as all of them
        <div
          role="table"
          aria-label={label}
          aria-rowcount={state.total + 1}
          className={styles.table}
          style={{ '--columns': columns.map(({ width }) => width).join(' ') } as CSSProperties}
        >
          <TableHead columns={columns} sort={sort} />
          <TableRows
            rows={state.rows}
            more={state.more}
            columns={columns}
            cardHeight={props.cardHeight}
            onMore={() => command('more')}
          />
        </div>
      )}
    </>
  );
}

const Placeholders = () => (
  <div className={styles.placeholders}>
    {['a', 'b', 'c', 'd', 'e'].map((key) => (
      <Skeleton key={key} height="60px" radius="card" />
    ))}
  </div>
);
