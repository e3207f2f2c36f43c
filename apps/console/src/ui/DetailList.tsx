import type { ReactNode } from 'react';
import styles from './DetailList.module.css';

/** A list of labels and values. Null entries are skipped. */
export function DetailList({
  items,
}: {
  readonly items: readonly (readonly [name: string, value: ReactNode] | null)[];
}) {
  // A label may stand several times.
  const keyed = items.flatMap((item, index) => {
    if (item === null) return [];
    const nth = items.slice(0, index).filter((other) => other?.[0] === item[0]).length;
    return [{ key: `${item[0]} ${nth}`, name: item[0], value: item[1] }];
  });
  return (
    <dl className={styles.list}>
      {keyed.map(({ key, name, value }) => (
        <div key={key} className={styles.item}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
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
