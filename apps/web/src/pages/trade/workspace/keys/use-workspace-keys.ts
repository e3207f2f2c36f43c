import type { Market } from '@fft/contract';
import type { RefObject } from 'react';
import { changeChartSettings, useChartSettings } from '../../../../features/chart/settings/chart-settings.ts';
import { chartViews } from '../../../../features/chart/views/chart-views.ts';
import { tradeTexts } from '../../../../i18n/trade.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { oneClickKey } from './one-click-key.ts';
import { useHotkeys } from './use-hotkeys.ts';

export interface WorkspaceKeysOptions {
  readonly market: Market;
  /** The element that has the order form. */
  readonly ticket: RefObject<HTMLElement | null>;
  readonly onSearch: () => void;
  readonly onCancelAll: () => void;
  readonly onLadder: () => void;
  readonly onHelp: () => void;
}

/** The label with one of these texts, in the order form. */
function labelled(ticket: HTMLElement | null, texts: readonly string[]): HTMLLabelElement | undefined {
  return [...(ticket?.querySelectorAll('label') ?? [])].find((label) => texts.includes(label.textContent.trim()));
}

/** The workspace's shortcuts. Those of the order form use its own controls, as a hand would. */
export function useWorkspaceKeys(options: WorkspaceKeysOptions): void {
  const { market, ticket, onSearch, onCancelAll, onLadder, onHelp } = options;
  const t = useTexts(tradeTexts);
  const { view } = useChartSettings();
  const focus = (...texts: readonly string[]): void => labelled(ticket.current, texts)?.control?.focus();
  const choose = (text: string): void => labelled(ticket.current, [text])?.click();
  const changeView = (step: 1 | -1): void => {
    const next = chartViews[chartViews.indexOf(view) + step];
    if (next !== undefined) changeChartSettings({ view: next });
  };
  useHotkeys((action) => {
    switch (action) {
      case 'search':
        return onSearch();
      case 'buy':
        return choose(t.buy);
      case 'sell':
        return choose(t.sell);
      case 'price':
        return focus(t.price(market.quote), t.profitPrice(market.quote));
      case 'quantity':
        return focus(t.quantity(market.base), t.amount(market.quote));
      case 'cancelAll':
        return onCancelAll();
      case 'shorter':
        return changeView(-1);
      case 'longer':
        return changeView(1);
      case 'ladder':
        return onLadder();
      case 'oneClick':
        return oneClickKey.notify();
      case 'help':
        return onHelp();
    }
  });
}
