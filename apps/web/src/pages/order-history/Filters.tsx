import { calls } from '@fft/contract';
import type { ReactNode } from 'react';
import { useCall } from '../../api/index.ts';
import { Choice } from '../../ui/kit/index.ts';
import { historyTexts } from './history-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import type { OrderFilter } from './ExportOrders.tsx';
import styles from './History.module.css';

const all = '';

export interface FiltersProps {
  readonly filter: OrderFilter;
  readonly withState: boolean;
  readonly onChange: (filter: OrderFilter) => void;
  readonly children: ReactNode;
}

/** Chooses the market, the side and the state of the orders that are listed. */
export function Filters({ filter, withState, onChange, children }: FiltersProps) {
  const t = useTexts(historyTexts);
  const trade = useTexts(tradeTexts);
  const markets = useCall(calls.market.list, {}, { quiet: true, staleTimeMs: 300_000 }).data ?? [];
  const { symbol, side, state } = filter;
  return (
    <div className={styles.filters}>
      <Choice
        label={t.market}
        look="small"
        value={symbol ?? all}
        options={[{ value: all, label: t.allMarkets }, ...markets.map((each) => option(each.symbol, each.symbol))]}
        onChange={(chosen) => onChange(without(filter, 'symbol', chosen))}
      />
      <Choice
        label={t.side}
        look="small"
        value={side ?? all}
        options={[option(all, t.allSides), option('buy', trade.buy), option('sell', trade.sell)]}
        onChange={(chosen) => onChange(without(filter, 'side', chosen))}
      />
      {withState && (
        <Choice
          label={t.state}
          look="small"
          value={state ?? all}
          options={[
            option(all, t.allStates),
            option('filled', trade.state.filled),
            option('cancelled', trade.state.cancelled),
            option('processing', trade.state.processing),
          ]}
          onChange={(chosen) => onChange(without(filter, 'state', chosen))}
        />
      )}
      {children}
    </div>
  );
}

const option = (value: string, label: string) => ({ value, label });

/** Changes one part of the filter; an empty value removes it. */
function without(filter: OrderFilter, part: keyof OrderFilter, value: string): OrderFilter {
  const { [part]: _before, ...rest } = filter;
  return value === all ? rest : { ...rest, [part]: value };
}
