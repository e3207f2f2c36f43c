import type { Market } from '@fft/contract';
import { Button, Icon, type IconName } from '../../ui/kit/index.ts';
import { tradePath } from '../market-data/index.ts';
import { Link, navigate } from '../../lib/routing/index.ts';
import { clearTabStorage } from '../session/index.ts';
import { chartTexts } from '../../i18n/chart.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './BuySell.module.css';

export interface BuySellProps {
  readonly market: Market;
  /** Beside the way to the assets: another page about this market. */
  readonly aside: { readonly icon: IconName; readonly label: string; readonly path: string };
}

/** Buttons of a market's page that lead to the trade page. */
export function BuySell({ market, aside }: BuySellProps) {
  const t = useTexts(chartTexts);
  /** Starts a new order on this side, discarding unfinished input. */
  function begin(side: 'buy' | 'sell'): void {
    clearTabStorage(`order:${market.symbol}:${side}`);
    navigate(tradePath(market.symbol, side));
  }

  return (
    <>
      <nav className={styles.asides} aria-label={t.elsewhere}>
        <Link to={aside.path} className={styles.aside}>
          <Icon name={aside.icon} size={20} />
          {aside.label}
        </Link>
        <Link to="/pages/assets/index" className={styles.aside}>
          <Icon name="wallet" size={20} />
          {t.assets}
        </Link>
      </nav>
      <Button variant="buy" size="medium" onClick={() => begin('buy')}>
        {t.buy}
      </Button>
      <Button variant="sell" size="medium" onClick={() => begin('sell')}>
        {t.sell}
      </Button>
    </>
  );
}
