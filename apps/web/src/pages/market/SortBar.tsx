import { classes } from '../../ui/kit/index.ts';
import { marketTexts } from '../../i18n/market.ts';
import { useTexts } from '../../i18n/index.ts';
import { nextSort, type Sort, type SortKey } from '../../features/market-list/market-list.ts';
import styles from './SortBar.module.css';

export interface SortBarProps {
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

/** The list's headings: a tap sorts, another tap reverses the order. */
export function SortBar({ sort, onSort }: SortBarProps) {
  const t = useTexts(marketTexts);
  const heading = (by: SortKey, label: string) => {
    const active = sort.by === by;
    return (
      <button
        type="button"
        className={classes(styles.heading, active && styles.active)}
        aria-label={`${t.sortBy(label)}${active ? `, ${t[sort.direction]}` : ''}`}
        aria-pressed={active}
        onClick={() => onSort(nextSort(sort, by))}
      >
        {label}
        <svg width="8" height="12" viewBox="0 0 8 12" aria-hidden="true">
          <path d="M4 1l3 4H1z" className={active && sort.direction === 'ascending' ? styles.lit : styles.dim} />
          <path d="M4 11L1 7h6z" className={active && sort.direction === 'descending' ? styles.lit : styles.dim} />
        </svg>
      </button>
    );
  };
  return (
    <div className={styles.bar}>
      <span className={styles.names}>
        {heading('name', t.name)}
        <span aria-hidden="true">/</span>
        {heading('volume', t.volume)}
      </span>
      <span className={styles.price}>{heading('price', t.lastPrice)}</span>
      <span className={styles.change}>{heading('change', t.change)}</span>
    </div>
  );
}
