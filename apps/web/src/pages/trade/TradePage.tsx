import type { Market } from '@fft/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Delayed, ErrorState, Icon, IconButton, OnceOpened } from '../../ui/kit/index.ts';
import { useTicker } from '../../features/live/tickers.ts';
import { ChangePill } from '../../features/market-data/Change.tsx';
import { FavouriteStar } from '../../features/market-data/FavouriteStar.tsx';
import { chartPath } from '../../features/market-data/market-paths.ts';
import { useChosenMarket } from '../../features/market-data/use-chosen-market.ts';
import { Link, useParameters } from '../../lib/routing/index.ts';
import { Page } from '../../features/shell/index.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import { useTexts } from '../../i18n/index.ts';
import { HelpSheet } from '../../features/help/index.ts';
import { MarketStateBanner } from '../../features/market-panels/MarketStateBanner.tsx';
import { BookPanel } from './book/BookPanel.tsx';
import { OrderPanel, type OrderPanelHandle } from './form/OrderPanel.tsx';
import { MarketDrawer } from '../../features/market-list/lazy-market-drawer.ts';
import { lazyContent, preloadDialogs } from '../../ui/lazy/index.ts';
import { MarketMenu } from './lazy-sheets.ts';
import { OrderLists } from './orders/OrderLists.tsx';
import { TradeSkeleton } from './TradeSkeleton.tsx';
import { useHasWorkspace } from './use-has-workspace.ts';
import styles from './TradePage.module.css';

/** Delay before the dialogs' code is loaded, once the page is shown. */
const sheetsAfterMs = 1000;

const Workspace = lazyContent(
  () => import('./workspace/Workspace.tsx').then((m) => m.Workspace),
  () => null,
);

/** One market: form beside book, and the customer's orders below; on a wide screen, or a phone held sideways, the workspace. The address names the market; without one, the last one viewed opens. */
export function TradePage() {
  return useHasWorkspace() ? <Workspace /> : <PhonePage />;
}

function PhonePage() {
  const t = useTexts(tradeTexts);
  const { market, markets, failed, error, busy, retry, choose } = useChosenMarket();
  if (market !== null) return <TradeMarket market={market} markets={markets} onChoose={choose} />;
  return (
    <Page title={t.title} tab="trade">
      {failed ? (
        <ErrorState error={error} onRetry={retry} busy={busy} />
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
  readonly onChoose: (symbol: string) => void;
}

function TradeMarket({ market, markets, onChoose }: TradeMarketProps) {
  const t = useTexts(tradeTexts);
  const search = useParameters();
  const side = search.get('side') === 'sell' ? 'sell' : 'buy';
  const [drawer, setDrawer] = useState(false);
  const [menu, setMenu] = useState(false);
  const [help, setHelp] = useState(false);
  const form = useRef<OrderPanelHandle>(null);
  const take = useCallback((price: string) => form.current?.takePrice(price), []);

  useEffect(() => {
    const timer = setTimeout(preloadDialogs, sheetsAfterMs);
    return () => clearTimeout(timer);
  }, []);

  function choose(symbol: string): void {
    setDrawer(false);
    onChoose(symbol);
  }

  return (
    <Page
      title={`${market.symbol} ${t.title}`}
      tab="trade"
      lead={<MarketTitle market={market} onOpen={() => setDrawer(true)} />}
      actions={
        <>
          <Link to={chartPath(market.symbol)} className={styles.chart} aria-label={t.chart} title={t.chart}>
            <Icon name="candles" size={22} />
          </Link>
          <span className={styles.star}>
            <FavouriteStar symbol={market.symbol} />
          </span>
          <IconButton icon="more" label={t.marketMenu} aria-haspopup="dialog" onClick={() => setMenu(true)} />
        </>
      }
    >
      <MarketStateBanner market={market} />
      <div className={styles.workspace}>
        <OrderPanel key={`form ${market.symbol} ${side}`} market={market} side={side} ref={form} />
        <BookPanel key={`book ${market.symbol}`} market={market} onTake={take} />
      </div>
      <div className={styles.band} aria-hidden="true" />
      <OrderLists market={market} />
      <OnceOpened open={menu}>
        <MarketMenu open={menu} market={market} onClose={() => setMenu(false)} onHelp={() => setHelp(true)} />
      </OnceOpened>
      <OnceOpened open={help}>
        <HelpSheet about="orders" open={help} onClose={() => setHelp(false)} />
      </OnceOpened>
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
        <ChangePill change={live?.ticker.change ?? null} state={live?.ticker.state} small />
      </span>
    </>
  );
}
