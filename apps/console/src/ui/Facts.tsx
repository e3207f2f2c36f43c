import type { ReactNode } from 'react';
import styles from './Facts.module.css';

/** Names and what they are, one below the other. What is null isn't shown. */
export function Facts({ of }: { readonly of: readonly (readonly [name: string, value: ReactNode] | null)[] }) {
  return (
    <dl className={styles.facts}>
      {of.map(
        (fact) =>
          fact && (
            <div key={fact[0]} className={styles.fact}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
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

/** One figure to look at. */
export function Tile({ label, value, tone, hint }: TileProps) {
  return (
    <div className={styles.tile}>
      <p className={styles.label}>{label}</p>
      <p className={tone ? styles[tone] : styles.value}>{value}</p>
      {hint && <p className={styles.label}>{hint}</p>}
    </div>
  );
}

/** Figures side by side. */
export function Tiles({ children }: { readonly children: ReactNode }) {
  return <div className={styles.tiles}>{children}</div>;
}
