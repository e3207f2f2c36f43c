import { classes, formatClock, type Listed, useTexts } from '@fft/kit';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { uiTexts } from '../i18n/ui.ts';
import { Button } from './Button.tsx';
import { Empty, Failed, Loading } from './States.tsx';
import styles from './DataTable.module.css';
import { useHotkeys } from './use-hotkeys.ts';

export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  readonly render: (row: Row) => ReactNode;
  /** Aligned to the end, for figures. */
  readonly end?: boolean;
  /** If the table is narrow: hidden, or shown below the `lead` column. */
  readonly spare?: boolean | 'below';
  /** Takes the columns that a narrow table has no room for. */
  readonly lead?: boolean;
  /** Never wrapped. */
  readonly tight?: boolean;
  /** Wrapped between words alone, Chinese ones included. */
  readonly words?: boolean;
}

export interface DataTableProps<Row> {
  /** Accessible name. */
  readonly label: string;
  readonly list: Listed<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string | number;
  /** Shown if the list is empty. */
  readonly empty: string;
  /** Opens a row on a click anywhere in it or on Enter. */
  readonly open?: (row: Row) => void;
  readonly isOpen?: (row: Row) => boolean;
  readonly foot?: ReactNode;
}

/** A table for a list that is loading, empty, failed or loaded. Arrow keys and J/K move between rows and carry the open row along. */
export function DataTable<Row>({ label, list, columns, keyOf, empty, open, isOpen, foot }: DataTableProps<Row>) {
  const t = useTexts(uiTexts);
  const body = useRef<HTMLTableSectionElement>(null);
  const { items, error, asOf, retry, more, loadMore } = list;
  const openAt = items?.findIndex((row) => isOpen?.(row)) ?? -1;

  function go(to: number): void {
    const row = items?.[to];
    if (row === undefined || open === undefined) return;
    body.current?.querySelectorAll<HTMLButtonElement>('button[data-opens]')[to]?.focus();
    if (openAt >= 0) open(row);
  }

  function step(by: 1 | -1): void {
    const focused = [...(body.current?.rows ?? [])].findIndex((row) => row.contains(document.activeElement));
    go((focused >= 0 ? focused : openAt) + by);
  }

  function move(event: KeyboardEvent<HTMLButtonElement>): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    step(event.key === 'ArrowDown' ? 1 : -1);
  }
  useHotkeys(open ? { j: () => step(1), k: () => step(-1) } : {});

  if (items === null)
    return <div className={styles.frame}>{error ? <Failed error={error} retry={retry} /> : <Loading />}</div>;
  return (
    <div className={styles.frame}>
      {error && <p className={styles.stale}>{t.stale}</p>}
      {asOf < Infinity && !error && <p className={styles.asOf}>{t.asOf(formatClock(asOf))}</p>}
      {items.length === 0 ? (
        <Empty>{empty}</Empty>
      ) : (
        <div className={styles.scroll} data-scrolls>
          <table className={styles.table} aria-label={label}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.key} scope="col" className={cellClass(column)}>
                    {column.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody ref={body}>
              {items.map((row) => (
                <tr key={keyOf(row)} className={classes(open && styles.opens, isOpen?.(row) && styles.open)}>
                  {columns.map((column, place) => (
                    <td key={column.key} className={cellClass(column)}>
                      {open && place === 0 ? (
                        <button
                          type="button"
                          data-opens
                          className={styles.opener}
                          aria-current={isOpen?.(row) ? 'true' : undefined}
                          onClick={() => open(row)}
                          onKeyDown={move}
                        >
                          {column.render(row)}
                        </button>
                      ) : (
                        column.render(row)
                      )}
                      {column.lead && <Below columns={columns} row={row} />}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {(more !== 'none' || foot) && items.length > 0 && (
        <div className={styles.foot}>
          <span>{foot}</span>
          {more !== 'none' && (
            <Button variant="link" busy={more === 'loading'} onClick={loadMore}>
              {t.more}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** What a narrow table has no columns for. */
function Below<Row>({ columns, row }: Pick<DataTableProps<Row>, 'columns'> & { readonly row: Row }) {
  return (
    <span className={styles.below}>
      {columns
        .filter(({ spare }) => spare === 'below')
        .map(({ key, render }) => (
          <span key={key}>{render(row)}</span>
        ))}
    </span>
  );
}

function cellClass<Row>({ end, spare, tight, words }: Column<Row>): string {
  return classes(
    end && styles.end,
    spare !== undefined && spare !== false && styles.spare,
    tight && styles.tight,
    words && styles.words,
  );
}
