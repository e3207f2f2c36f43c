import type { Market } from '@fft/contract';
import { useState } from 'react';
import { useDemo } from '../../../features/demo/use-demo.ts';
import { formatAmount, formatPrice, formatRate, missing } from '../../../lib/format/index.ts';
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
  /** The stop of a pair. */
  readonly stop: Estimate | null;
}

/** Available balance, average price in the book, fee, and the amount received; of a pair, what each order receives. */
export function FormFacts({ market, form, expected, stop }: FormFactsProps) {
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
      {form.type === 'market' && !form.isStop && (
        <>
          <Fact name={t.aboutAverage}>{expected.walk && `≈ ${formatPrice(expected.walk.average)}`}</Fact>
          <Fact name={t.slippage}>{expected.walk && `≈ ${formatRate(expected.walk.slippage)}`}</Fact>
        </>
      )}
      {stop === null && (
        <Fact name={t.fee(formatRate(market.takerFee))}>{amountOf(expected.fee, { about, coin: received })}</Fact>
      )}
      <Fact name={stop === null ? t.receive : t.receiveProfit}>
        {amountOf(expected.receive, { about, coin: received })}
      </Fact>
      {stop !== null && (
        <Fact name={t.receiveStop}>
          {amountOf(stop.receive, { about: form.stopLimitPrice === '' ? '≈ ' : '', coin: received })}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: string | null }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children ?? missing}</dd>
    </div>
  );
}

function amountOf(amount: string | null, { about, coin }: { readonly about: string; readonly coin: string }) {
  return amount === null ? null : `${about}${shown(amount)} ${coin}`;
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
