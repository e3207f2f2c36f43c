import type { BookLayout } from './book-settings.ts';
import styles from './LayoutMark.module.css';

/** The book's layout as a small picture: asks over bids, or one side alone. */
export function LayoutMark({ layout }: { readonly layout: BookLayout }) {
  const upper = layout === 'bids' ? styles.bids : styles.asks;
  const lower = layout === 'asks' ? styles.asks : styles.bids;
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <rect className={upper} x="3" y="3.5" width="5.5" height="5.5" rx="1.2" />
      <rect className={lower} x="3" y="11" width="5.5" height="5.5" rx="1.2" />
      <path className={styles.lines} d="M11 4.5h6M11 8.2h6M11 11.9h6M11 15.6h6" />
    </svg>
  );
}
