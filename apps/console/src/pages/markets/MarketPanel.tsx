import { consoleCalls, marketStates, type ListedMarket } from '@fft/console-contract';
import { formatAmount, formatPrice, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct, useMay } from '../../api/index.ts';
import { Button, Chips, Dialog, DetailList, Panel } from '../../ui/index.ts';
import { formatPpm } from '../../lib/ppm.ts';
import { formatTrimmed } from '../../lib/trimmed.ts';
import { marketTexts } from '../../i18n/markets.ts';
import { MarketState } from './MarketList.tsx';
import { SetLimits } from './SetLimits.tsx';
import styles from './Markets.module.css';
import { useProposable } from './use-proposable.ts';

export interface MarketPanelProps {
  readonly market: ListedMarket;
  readonly onClose: () => void;
}

/** A market's rules and state, both editable. */
export function MarketPanel({ market, onClose }: MarketPanelProps) {
  const t = useTexts(marketTexts);
  const proposable = useProposable();
  const may = useMay();
  const { symbol, state } = market;
  const [base = '', quote = ''] = symbol.split('/');
  const [wanted, setWanted] = useState<ListedMarket['state'] | null>(null);
  const [changing, setChanging] = useState(false);
  const haltOf = ({ volatilityPpm, haltSeconds, auctionSeconds }: ListedMarket): string =>
    volatilityPpm === 0 ? t.never : t.thenHalts(formatPpm(volatilityPpm), haltSeconds, auctionSeconds);
  const change = useAct(
    consoleCalls.markets.setState,
    proposable(t.changed, () => setWanted(null)),
  );
  return (
    <Panel
      label={t.detail}
      title={
        <>
          {symbol}
          <MarketState state={state} />
        </>
      }
      onClose={onClose}
      foot={
        may('markets.change') && (
          <>
            <h3 className={styles.heading}>{t.setState}</h3>
            <Chips
              label={t.setState}
              value={state}
              onChange={(next) => setWanted(next === state ? null : next)}
              options={marketStates.map((value) => ({ value, label: t.states[value] }))}
            />
          </>
        )
      }
    >
      <DetailList
        items={[
          [t.last, formatPrice(market.last)],
          [t.volume, formatAmount(market.volume, 2)],
          [t.tick, `${market.tick} ${quote}`],
          [t.lot, `${market.lot} ${base}`],
          [t.minAmount, `${formatTrimmed(market.minAmount)} ${quote}`],
          [t.maxAmount, `${formatTrimmed(market.maxAmount)} ${quote}`],
          [t.maxQuantity, `${formatTrimmed(market.maxQuantity)} ${base}`],
          [t.maker, formatPpm(market.makerPpm)],
          [t.taker, formatPpm(market.takerPpm)],
          [t.band, `± ${formatPpm(market.bandPpm)}`],
          [t.collar, `± ${formatPpm(market.collarPpm)}`],
          [t.maxOpenOrders, formatAmount(String(market.maxOpenOrders))],
          [t.maxFills, formatAmount(String(market.maxFills))],
          [t.maxIcebergParts, formatAmount(String(market.maxIcebergParts))],
          [t.volatility, haltOf(market)],
        ]}
      />
      {may('markets.change') && (
        <Button variant="secondary" onClick={() => setChanging(true)}>
          {t.setLimits}
        </Button>
      )}
      {changing && <SetLimits market={market} onClose={() => setChanging(false)} />}
      {wanted && (
        <Dialog
          title={t.toState(symbol, t.states[wanted])}
          onClose={() => setWanted(null)}
          confirm={{
            label: t.change,
            variant: wanted === 'open' ? 'primary' : 'danger',
            busy: change.busy,
            onPress: () => change.run({ symbol, state: wanted }),
          }}
        >
          <p>{wanted === 'open' ? t.openStateText : t.setStateText}</p>
        </Dialog>
      )}
    </Panel>
  );
}
