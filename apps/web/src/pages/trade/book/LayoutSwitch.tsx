import { tradeTexts } from '../../../i18n/trade.ts';
import { useTexts } from '../../../i18n/index.ts';
import { type BookLayout, layouts } from './book-settings.ts';
import { LayoutMark } from './LayoutMark.tsx';

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
