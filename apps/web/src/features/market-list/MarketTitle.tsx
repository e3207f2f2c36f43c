import type { Market } from '@fft/contract';
import { useState } from 'react';
import { Icon, OnceOpened } from '../../ui/kit/index.ts';
import { MarketDrawer } from './lazy-market-drawer.ts';
import { chartTexts } from '../../i18n/chart.ts';
import { useTexts } from '../../i18n/index.ts';
import { CoinMark } from '../market-data/index.ts';
import styles from './MarketTitle.module.css';

export interface MarketTitleProps {
  readonly market: Market;
  readonly markets: readonly Market[];
  readonly onChoose: (symbol: string) => void;
  readonly mark?: boolean;
}

/** The page's market in its bar; pressing it opens the list of markets. */
export function MarketTitle({ market, markets, onChoose, mark = true }: MarketTitleProps) {
  const t = useTexts(chartTexts);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.title}
        aria-label={t.openMarkets(market.symbol)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {mark && <CoinMark coin={market.base} size={24} />}
        <span className={styles.symbol}>{market.symbol}</span>
        <Icon name="chevron-down" size={14} className={styles.arrow} />
      </button>
      <OnceOpened open={open}>
        <MarketDrawer
          open={open}
          markets={markets}
          current={market}
          onChoose={(symbol) => {
            setOpen(false);
            onChoose(symbol);
          }}
          onClose={() => setOpen(false)}
        />
      </OnceOpened>
    </>
  );
}
