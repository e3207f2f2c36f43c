import type { ListedMarket } from '@fft/console-contract';
import { formatAmount, formatPrice, useTexts } from '@fft/kit';
import { listFromQuery } from '../../api/index.ts';
import { DataTable, Tag, type Tone } from '../../ui/index.ts';
import { formatPpm } from '../../lib/ppm.ts';
import { marketTexts } from '../../i18n/markets.ts';
import type { Listing } from './listing.ts';

const tones: Readonly<Record<ListedMarket['state'], Tone>> = {
  open: 'good',
  cancelOnly: 'warn',
  halted: 'danger',
  auction: 'accent',
};

/** The state of a market as a tag. */
export function MarketState({ state }: { readonly state: ListedMarket['state'] }) {
  const t = useTexts(marketTexts);
  return <Tag tone={tones[state]}>{t.states[state]}</Tag>;
}

export interface MarketListProps {
  readonly query: Listing;
  readonly open: string | null;
  readonly onOpen: (symbol: string) => void;
}

/** All markets with price, volume, fees and state. */
export function MarketList({ query, open, onOpen }: MarketListProps) {
  const t = useTexts(marketTexts);
  return (
    <DataTable
      label={t.tabs.markets}
      list={listFromQuery(query, ({ markets }) => markets)}
      keyOf={({ symbol }) => symbol}
      empty={t.none}
      open={({ symbol }) => onOpen(symbol)}
      isOpen={({ symbol }) => symbol === open}
      columns={[
        { key: 'symbol', label: t.symbol, render: ({ symbol }) => <strong>{symbol}</strong> },
        { key: 'last', label: t.last, render: ({ last }) => formatPrice(last), end: true },
        { key: 'volume', label: t.volume, render: ({ volume }) => formatAmount(volume, 2), end: true, spare: true },
        {
          key: 'fees',
          label: t.fees,
          render: ({ makerPpm, takerPpm }) => `${formatPpm(makerPpm)} / ${formatPpm(takerPpm)}`,
          end: true,
          spare: true,
        },
        { key: 'state', label: t.state, render: ({ state }) => <MarketState state={state} />, end: true },
      ]}
    />
  );
}
