import type { Market } from '@fft/contract';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { TopBar } from '../../../features/account/TopBar.tsx';
import { MarketStateBanner } from '../../../features/market-panels/MarketStateBanner.tsx';
import { TradesList } from '../../../features/market-panels/TradesList.tsx';
import { type ChosenMarket, useChosenMarket } from '../../../features/market-data/use-chosen-market.ts';
import { MarketDrawer } from '../../../features/market-list/lazy-market-drawer.ts';
import { Page } from '../../../features/shell/index.ts';
import { useSession } from '../../../features/session/index.ts';
import { useParameters } from '../../../lib/routing/index.ts';
import { ErrorState, Icon, OnceOpened } from '../../../ui/kit/index.ts';
import { preloadDialogs } from '../../../ui/lazy/index.ts';
import { workspaceTexts } from '../../../i18n/workspace.ts';
import { useTexts } from '../../../i18n/index.ts';
import { OrderPanel, type OrderPanelHandle } from '../form/OrderPanel.tsx';
import { WorkspaceStrip } from './WorkspaceStrip.tsx';
import { CancelAllQuestion, KeysSheet, LadderPanel, LayoutMenu, OrderSounds } from './lazy-parts.ts';
import { useWorkspaceKeys } from './keys/use-workspace-keys.ts';
import type { PanelName } from './layout/layout.ts';
import { LayoutContext } from './layout/layout-context.ts';
import { useLayouts } from './layout/layout-store.ts';
import { PanelFrame } from './layout/PanelFrame.tsx';
import { useArrangement } from './layout/use-arrangement.ts';
import { loadLateLayout } from './layout/use-late-layout.ts';
import { PanelLayout } from './layout/PanelLayout.tsx';
import { MarketHead } from './MarketHead.tsx';
import { BookPanel } from './panels/BookPanel.tsx';
import { ChartPanel } from './panels/ChartPanel.tsx';
import { CoinPanel } from './panels/CoinPanel.tsx';
import { MarketsPanel } from './panels/MarketsPanel.tsx';
import { OrdersPanel } from './panels/OrdersPanel.tsx';
import { Popup } from './Popup.tsx';
import { useSoundsOn } from './sounds/sound-setting.ts';
import styles from './Workspace.module.css';

/** Delay before the code of dialogs and menus is loaded, once the workspace is shown. */
const sheetsAfterMs = 1000;

/** The trade page on a wide screen: panels that the customer arranges. */
export function Workspace() {
  const chosen = useChosenMarket();
  const t = useTexts(workspaceTexts);
  const { market, failed, error, busy, retry } = chosen;
  if (market !== null) return <WorkspaceOf chosen={chosen} market={market} />;
  return (
    <Page title={t.title} bare={!failed} filled busy={!failed}>
      {failed && <ErrorState error={error} onRetry={retry} busy={busy} />}
    </Page>
  );
}

interface WorkspaceOfProps {
  readonly chosen: ChosenMarket;
  readonly market: Market;
}

function WorkspaceOf({ chosen, market }: WorkspaceOfProps) {
  const t = useTexts(workspaceTexts);
  const side = useParameters().get('side') === 'sell' ? 'sell' : 'buy';
  const { isLoggedIn } = useSession();
  const { root, layout, revision, actions, resize, toggle } = useArrangement();
  const { arranged } = useLayouts();
  const soundsOn = useSoundsOn();
  const form = useRef<OrderPanelHandle>(null);
  const ticket = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [cancels, setCancels] = useState<{ readonly symbol: string | null } | null>(null);
  const [opened, setOpened] = useState<'keys' | 'markets' | null>(null);
  const take = useCallback((price: string, of?: 'buy' | 'sell') => form.current?.takePrice(price, of), []);
  const title = `${market.symbol} ${t.title}`;

  useEffect(() => {
    const timer = setTimeout(() => {
      preloadDialogs();
      void loadLateLayout();
    }, sheetsAfterMs);
    return () => clearTimeout(timer);
  }, []);

  /** Without their panel, the markets open as a sheet. */
  function findMarket(): void {
    if (search.current) search.current.focus();
    else setOpened('markets');
  }

  useWorkspaceKeys({
    market,
    ticket,
    onSearch: findMarket,
    onCancelAll: () => isLoggedIn && setCancels({ symbol: null }),
    onLadder: () => toggle('ladder'),
    onHelp: () => setOpened('keys'),
  });

  const panels: Readonly<Record<PanelName, ReactNode>> = {
    markets: <MarketsPanel markets={chosen.markets} current={market} onChoose={chosen.choose} searchRef={search} />,
    coin: <CoinPanel market={market} />,
    chart: <ChartPanel chosen={chosen} market={market} />,
    book: <BookPanel key={market.symbol} market={market} onTake={take} />,
    trades: (
      <PanelFrame name="trades" title={t.panels.trades} className={styles.scroll}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys scroll it */}
        <div tabIndex={0} role="group" aria-label={t.panels.trades}>
          <TradesList market={market} page="trade" />
        </div>
      </PanelFrame>
    ),
    ticket: (
      <PanelFrame name="ticket" title={t.panels.ticket} className={styles.ticket}>
        <div ref={ticket}>
          <OrderPanel key={`form ${market.symbol} ${side}`} market={market} side={side} ref={form} />
        </div>
      </PanelFrame>
    ),
    ladder: <LadderPanel key={`ladder ${market.symbol}`} market={market} onTake={take} />,
    orders: <OrdersPanel market={market} onCancelAll={(symbol) => setCancels({ symbol })} />,
  };

  return (
    <div className={styles.workspace} data-filled data-workspace>
      <TopBar current="trade" onSearch={findMarket} onKeys={() => setOpened('keys')}>
        <Popup
          label={t.layouts}
          button={
            <>
              <Icon name="grid" size={15} />
              <span className={styles.layout}>{arranged.name ?? t.standard}</span>
            </>
          }
          buttonClassName={styles.layouts}
        >
          <LayoutMenu layout={layout} onToggle={toggle} />
        </Popup>
      </TopBar>
      <main ref={root} className={styles.main}>
        <h1 className={styles.unseen}>{title}</h1>
        <MarketHead chosen={chosen} market={market} />
        <MarketStateBanner market={market} />
        <LayoutContext value={actions}>
          <PanelLayout layout={layout} revision={revision} panelOf={(name) => panels[name]} onSizes={resize} />
        </LayoutContext>
      </main>
      <WorkspaceStrip />
      {soundsOn && isLoggedIn && <OrderSounds />}
      <OnceOpened open={cancels !== null}>
        <CancelAllQuestion symbol={cancels?.symbol ?? null} open={cancels !== null} onClose={() => setCancels(null)} />
      </OnceOpened>
      <OnceOpened open={opened === 'keys'}>
        <KeysSheet open={opened === 'keys'} onClose={() => setOpened(null)} />
      </OnceOpened>
      <OnceOpened open={opened === 'markets'}>
        <MarketDrawer
          open={opened === 'markets'}
          markets={chosen.markets}
          current={market}
          onChoose={(symbol) => {
            setOpened(null);
            chosen.choose(symbol);
          }}
          onClose={() => setOpened(null)}
        />
      </OnceOpened>
    </div>
  );
}
