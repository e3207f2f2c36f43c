import type { ReactNode } from 'react';
import styles from './DetailList.module.css';

/** A list of labels and values. Null entries are skipped. */
export function DetailList({
  items,
}: {
  readonly items: readonly (readonly [name: string, value: ReactNode] | null)[];
}) {
  return (
    <dl className={styles.list}>
      {items.map(
        (item, index) =>
          item && (
            <div key={`${index} ${item[0]}`} className={styles.item}>
              <dt>{item[0]}</dt>
              <dd>{item[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

export interface TileProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly tone?: 'warn' | 'danger' | undefined;
  readonly hint?: ReactNode;
}

/** A single figure with a label. */
export function Tile({ label, value, tone, hint }: TileProps) {
  return (
    <div className={styles.tile}>
      <p className={styles.label}>{label}</p>
      <p className={tone ? styles[tone] : styles.value}>{value}</p>
      {hint && <p className={styles.label}>{hint}</p>}
    </div>
  );
}

/** A row of tiles. */
export function Tiles({ children }: { readonly children: ReactNode }) {
  return <div className={styles.tiles}>{children}</div>;
}
