import { memo, type ReactNode, useCallback, useMemo, useState } from 'react';
import { classes } from '../../ui/kit/index.ts';
import { Arrow } from '../market-data/index.ts';
import styles from './SortTable.module.css';

interface ColumnLook {
  /** Text is at the left, numbers are at the right. */
  readonly isText?: boolean;
  /** Left out where the table's container is narrow. */
  readonly isMinor?: boolean;
  /** Stays at the right edge while the rest scrolls sideways: the last column. */
  readonly sticks?: boolean;
}

export interface Column<Row> extends ColumnLook {
  readonly id: string;
  readonly title: string;
  readonly renderCell: (row: Row) => ReactNode;
  /** Columns without it can't be sorted by. */
  readonly compare?: (a: Row, b: Row) => number;
}

const classOf = ({ isText, isMinor, sticks }: ColumnLook): string | undefined =>
  classes(isText && styles.text, isMinor && styles.minor, sticks && styles.sticking);

export interface SortTableProps<Row> {
  readonly label: string;
  /** Rows render again when this list is another one. */
  readonly columns: readonly Column<Row>[];
  /** In their own order, until the customer chooses another. */
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly testId: string;
}

interface Sort {
  readonly id: string;
  readonly isDown: boolean;
}

/** First downwards, then upwards, then in the rows' own order. */
function nextSort(sort: Sort | null, id: string): Sort | null {
  if (sort?.id !== id) return { id, isDown: true };
  return sort.isDown ? { id, isDown: false } : null;
}

/** A table whose headings sort it. */
export function SortTable<Row>({ label, columns, rows, keyOf, testId }: SortTableProps<Row>) {
  const [sort, setSort] = useState<Sort | null>(null);
  const sortBy = useCallback((id: string) => setSort((now) => nextSort(now, id)), []);
  const compare = columns.find(({ id }) => id === sort?.id)?.compare;
  const sorted = useMemo(() => {
    if (sort === null || compare === undefined) return rows;
    return rows.toSorted((a, b) => (sort.isDown ? compare(b, a) : compare(a, b)));
  }, [rows, sort, compare]);
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <MemoHeading key={column.id} column={column} sort={sort} onSort={sortBy} />
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted.map((row) => (
          <MemoRow key={keyOf(row)} id={keyOf(row)} columns={columns} row={row} testId={testId} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps<Row> extends Pick<SortTableProps<Row>, 'columns' | 'testId'> {
  readonly id: string;
  readonly row: Row;
}

function TableRow<Row>({ id, columns, row, testId }: RowProps<Row>) {
  return (
    <tr data-testid={testId} data-id={id}>
      {columns.map((column) => (
        <td key={column.id} className={classOf(column)}>
          {column.renderCell(row)}
        </td>
      ))}
    </tr>
  );
}

/** Renders again only with another row or other columns: one order of many changes often. */
const MemoRow = memo(TableRow) as typeof TableRow;

interface HeadingProps<Row> {
  readonly column: Column<Row>;
  readonly sort: Sort | null;
  readonly onSort: (id: string) => void;
}

function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  const { id, title, compare } = column;
  const isSorted = sort?.id === id;
  const order = !isSorted ? 'none' : sort.isDown ? 'descending' : 'ascending';
  if (compare === undefined) {
    return (
      <th scope="col" className={classOf(column)}>
        {title}
      </th>
    );
  }
  return (
    <th scope="col" className={classOf(column)} aria-sort={order}>
      <button type="button" className={styles.sort} onClick={() => onSort(id)}>
        {title}
        <span className={styles.arrow}>{isSorted && <Arrow direction={sort.isDown ? 'down' : 'up'} />}</span>
      </button>
    </th>
  );
}

const MemoHeading = memo(Heading) as typeof Heading;
