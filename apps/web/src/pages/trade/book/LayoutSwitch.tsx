import { tradeTexts } from '../../../i18n/trade.ts';
import { useTexts } from '../../../i18n/index.ts';
import { type BookLayout, layouts } from './book-settings.ts';
import styles from './LayoutMark.module.css';

interface LayoutSwitchProps {
  readonly layout: BookLayout;
  readonly onChange: (layout: BookLayout) => void;
  readonly className: string | undefined;
}

/** Changes the book's layout to the next one: both sides, or one alone. */
export function LayoutSwitch({ layout, onChange, className }: LayoutSwitchProps) {
  const t = useTexts(tradeTexts);
  const next = layouts[(layouts.indexOf(layout) + 1) % layouts.length] ?? 'both';
  return (
    <button
      type="button"
      className={className}
      aria-label={`${t.layout}: ${t.layouts[layout]}`}
      title={t.layouts[layout]}
      onClick={() => onChange(next)}
    >
      <LayoutMark layout={layout} />
    </button>
  );
}

/** The book's layout as a small picture: asks over bids, or one side alone. */
function LayoutMark({ layout }: { readonly layout: BookLayout }) {
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
