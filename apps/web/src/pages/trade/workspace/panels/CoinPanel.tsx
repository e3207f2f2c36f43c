import type { Market } from '@fft/contract';
import { formatAmount, formatBalance, missing } from '../../../../lib/format/index.ts';
import { useHoldings } from '../../../../features/live/balances.ts';
import { coinBalance } from '../../../../features/live/holdings.ts';
import { workspaceTexts } from '../../../../i18n/workspace.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { Link } from '../../../../lib/routing/index.ts';
import { CoinGain } from '../lazy-parts.ts';
import { PanelFrame } from '../layout/PanelFrame.tsx';
import styles from './CoinPanel.module.css';

/** The customer's balances of the market's two coins, and what they gained. */
export function CoinPanel({ market }: { readonly market: Market }) {
  const t = useTexts(workspaceTexts);
  const holdings = useHoldings();
  return (
    <PanelFrame name="coin" title={t.coins(`${market.base} · ${market.quote}`)} className={styles.body}>
      {holdings === null && <p className={styles.hint}>{t.convertHint}</p>}
      {[market.base, market.quote].map((coin) => {
        const balance = holdings?.value ? coinBalance(holdings.value, coin) : undefined;
        const shown = (amount: string | undefined): string =>
          holdings?.value ? formatBalance(amount ?? '0', coin) : missing;
        return (
          <dl key={coin} className={styles.coin} aria-label={coin}>
            <div className={styles.first}>
              <dt>{coin}</dt>
              <dd>{shown(balance?.total)}</dd>
            </div>
            <div>
              <dt>{t.available}</dt>
              <dd>{shown(balance?.usable)}</dd>
            </div>
            <div>
              <dt>{t.frozen}</dt>
              <dd>{shown(balance?.frozen)}</dd>
            </div>
            <div>
              <dt>{t.worth} (USDT)</dt>
              <dd>{formatAmount(balance?.value ?? (holdings?.value ? '0.00' : null))}</dd>
            </div>
            {holdings?.value && coin !== 'USDT' && <CoinGain coin={coin} />}
          </dl>
        );
      })}
      <p className={styles.links}>
        <Link to={`/pages/deposit/charge?coin=${market.quote}`}>{t.deposit}</Link>
        <Link to="/pages/transfer/index">{t.transfer}</Link>
      </p>
    </PanelFrame>
  );
}
