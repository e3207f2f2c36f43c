import type { Market } from '@fft/contract';
import { useState } from 'react';
import { useDemo } from '../../../features/demo/use-demo.ts';
import { formatAmount, formatRate, missing } from '../../../lib/format/index.ts';
import { Icon, OnceOpened } from '../../../ui/kit/index.ts';
import { useHoldings } from '../../../features/live/balances.ts';
import { coinBalance } from '../../../features/live/holdings.ts';
import { trimZeros } from '../../../lib/exact.ts';
import { useTexts } from '../../../i18n/index.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import { FaucetSheet } from '../lazy-sheets.ts';
import type { Estimate } from './estimate.ts';
import type { OrderForm } from './order-form.ts';
import styles from './FormFacts.module.css';

export interface FormFactsProps {
  readonly market: Market;
  readonly form: OrderForm;
  readonly expected: Estimate;
}

/** Available balance, fee, and the amount received. */
export function FormFacts({ market, form, expected }: FormFactsProps) {
  const t = useTexts(tradeTexts);
  const holdings = useHoldings();
  const spent = form.side === 'buy' ? market.quote : market.base;
  const received = form.side === 'buy' ? market.base : market.quote;
  const about = form.type === 'market' ? '≈ ' : '';
  const usable = holdings?.value ? (coinBalance(holdings.value, spent)?.usable ?? '0') : null;
  return (
    <dl className={styles.facts}>
      <div className={styles.fact}>
        <dt>{t.usable}</dt>
        <dd>
          <span data-testid="trade-usable">{`${shown(usable)} ${spent}`}</span>
          {holdings !== null && market.group !== 'FIAT' && <GetCoins coin={spent} />}
        </dd>
      </div>
      <div className={styles.fact}>
        <dt>{t.fee(formatRate(market.takerFee))}</dt>
        <dd>{expected.fee === null ? missing : `${about}${shown(expected.fee)} ${received}`}</dd>
      </div>
      <div className={styles.fact}>
        <dt>{t.receive}</dt>
        <dd>{expected.receive === null ? missing : `${about}${shown(expected.receive)} ${received}`}</dd>
      </div>
    </dl>
  );
}

const shown = (amount: string | null): string => (amount === null ? missing : formatAmount(trimZeros(amount, 2)));

/** Demo only: gives out coins to try the exchange with. */
function GetCoins({ coin }: { readonly coin: string }) {
  const t = useTexts(tradeTexts);
  const isDemo = useDemo();
  const [open, setOpen] = useState(false);
  if (!isDemo) return null;
  return (
    <>
      <button
        type="button"
        className={styles.get}
        aria-label={t.getCoins}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="plus" size={12} />
      </button>
      <OnceOpened open={open}>
        <FaucetSheet key={coin} open={open} coin={coin} onClose={() => setOpen(false)} />
      </OnceOpened>
    </>
  );
}
