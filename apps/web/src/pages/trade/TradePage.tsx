import { calls, type Market } from '@fft/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '../../api/index.ts';
import { Delayed, ErrorState, Icon, IconButton } from '../../kit/index.ts';
import { useTicker } from '../../live/tickers.ts';
import { ChangePill } from '../../market-data/Change.tsx';
import { toggleFavourite, useFavourites } from '../../market-data/favourites.ts';
import { Page } from '../../shell/index.ts';
import { marketTexts } from '../../texts/market.ts';
import { tradeTexts } from '../../texts/trade.ts';
import { useTexts } from '../../texts/index.ts';
import { BookPanel } from './book/BookPanel.tsx';
import { OrderPanel, type OrderPanelHandle } from './form/OrderPanel.tsx';
import { loadSheets, MarketDrawer } from './lazy-sheets.ts';
import { OnceOpened } from './OnceOpened.tsx';
import { OrderLists } from './orders/OrderLists.tsx';
import { TradeSkeleton } from './TradeSkeleton.tsx';
import styles from './TradePage.module.css';

const lastSymbolKey = 'last-market';
/** When the page stands, the sheets' code is fetched as well. */
const sheetsAfterMs = 1000;

/** One market: form beside book, and one's orders below. The market stands in the address; without one it is the last one seen. */
export function TradePage() {
  const t = useTexts(tradeTexts);
  const [search] = useSearchParams();
  const markets = useCall(calls.market.symbol, {}, { staleTimeMs: 300_000 });
  const wanted = search.get('symbol') ?? localStorage.getItem(lastSymbolKey);
  const market = markets.data?.find(({ symbol }) => symbol === wanted) ?? markets.data?.[0];
  if (market !== undefined && markets.data !== undefined) {
    return <TradeMarket market={market} markets={markets.data} />;
  }
  return (
    <Page title={t.title} tab="trade">
      {markets.isError ? (
        <ErrorState onRetry={() => void markets.refetch()} busy={markets.isFetching} />
      ) : (
        <Delayed>
          <TradeSkeleton />
        </Delayed>
      )}
    </Page>
  );
}

interface TradeMarketProps {
  readonly market: Market;
  readonly markets: readonly Market[];
}

function TradeMarket({ market, markets }: TradeMarketProps) {
  const t = useTexts(tradeTexts);
  const [, setSearch] = useSearchParams();
  const [drawer, setDrawer] = useState(false);
  const form = useRef<OrderPanelHandle>(null);
  const take = useCallback((price: string) => form.current?.takePrice(price), []);

  useEffect(() => localStorage.setItem(lastSymbolKey, market.symbol), [market.symbol]);

  useEffect(() => {
    const timer = setTimeout(() => void loadSheets(), sheetsAfterMs);
    return () => clearTimeout(timer);
  }, []);

  function choose(symbol: string): void {
    setDrawer(false);
    setSearch({ symbol }, { replace: true });
  }

  return (
    <Page
      title={`${market.symbol} ${t.title}`}
      tab="trade"
      lead={<MarketTitle market={market} onOpen={() => setDrawer(true)} />}
      actions={<Star symbol={market.symbol} />}
    >
      <div className={styles.desk}>
        <OrderPanel key={`form ${market.symbol}`} market={market} ref={form} />
        <BookPanel key={`book ${market.symbol}`} market={market} onTake={take} />
      </div>
      <div className={styles.band} aria-hidden="true" />
      <OrderLists market={market} />
      <OnceOpened open={drawer}>
        <MarketDrawer
          open={drawer}
          markets={markets}
          current={market}
          onChoose={choose}
          onClose={() => setDrawer(false)}
        />
      </OnceOpened>
    </Page>
  );
}

function MarketTitle({ market, onOpen }: { readonly market: Market; readonly onOpen: () => void }) {
  const t = useTexts(tradeTexts);
  const live = useTicker(market.symbol);
  return (
    <>
      <button type="button" className={styles.title} aria-label={t.openMarkets(market.symbol)} onClick={onOpen}>
        <Icon name="menu" size={20} />
        <span className={styles.symbol}>{market.symbol}</span>
        <Icon name="chevron-down" size={14} />
      </button>
      <span className={styles.change}>
        <ChangePill change={live?.ticker.change ?? null} small />
      </span>
    </>
  );
}

function Star({ symbol }: { readonly symbol: string }) {
  const t = useTexts(marketTexts);
  const isFavourite = useFavourites().has(symbol);
  return (
    <IconButton
      icon={isFavourite ? 'star-filled' : 'star'}
      label={isFavourite ? t.removeFavourite(symbol) : t.addFavourite(symbol)}
      pressed={isFavourite}
      onClick={() => toggleFavourite(symbol)}
      {...(isFavourite && styles.lit !== undefined && { className: styles.lit })}
    />
  );
}
