import { calls, type Market } from '@fft/contract';
import { useState } from 'react';
import {
  CoinPair,
  convertible,
  partnerFor,
  partnersOf,
  startPair,
  type Direction,
  exactAmount,
} from '../../features/conversion/index.ts';
import { queryClient } from '../../api/index.ts';
import { FormBody } from '../../features/forms/index.ts';
import { AmountField } from '../../features/money/index.ts';
import { formatBalance } from '../../lib/format/index.ts';
import { compare, trimZeros } from '../../lib/exact.ts';
import { Link, useParameters } from '../../lib/routing/index.ts';
import { Button } from '../../ui/kit/index.ts';
import { convertTexts } from '../../features/conversion/convert-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './ConvertForm.module.css';
import { Converted } from './Converted.tsx';
import { QuoteCard } from './QuoteCard.tsx';
import { useConversion } from './use-conversion.ts';
import { useQuote } from './use-quote.ts';

export interface ConvertFormProps {
  readonly markets: readonly Market[];
  /** The coin account's free amounts by coin; without one while they are read. */
  readonly usable: ReadonlyMap<string, string>;
}

/** Coins, amount, quote and button. */
export function ConvertForm({ markets, usable: usableOf }: ConvertFormProps) {
  const t = useTexts(convertTexts);
  const query = useParameters();
  const [pair, setPair] = useState<Direction>(() =>
    startPair(markets, { from: query.get('coin'), to: query.get('to') }),
  );
  const [amount, setAmount] = useState('');
  const usable = usableOf.get(pair.from) ?? null;
  const quoted = useQuote(pair, amount);
  const converted = (): void => {
    setAmount('');
    void queryClient.invalidateQueries({ queryKey: [calls.transfer.balances.path] });
  };

  const conversion = useConversion({ onConverted: converted, onMoved: quoted.askAgain });
  const { quote } = quoted;
  const isTooMuch = amount !== '' && usable !== null && compare(amount, usable) > 0;

  function change(next: Direction): void {
    setPair(next);
    setAmount('');
    conversion.forgetError();
  }

  return (
    <div className={styles.content}>
      <CoinPair
        markets={markets}
        usable={usableOf}
        pair={pair}
        onFrom={(from) => change({ from, to: partnerFor(from, from === pair.to ? pair.from : pair.to, markets) })}
        onTo={(to) => change({ ...pair, to })}
        onSwap={() => change({ from: pair.to, to: pair.from })}
      />
      <Partners coin={pair.from} markets={markets} />
      <FormBody
        onSubmit={(event) => {
          event.preventDefault();
          if (quote !== null && !isTooMuch) conversion.convert(quote, amount);
        }}
      >
        <AmountField
          label={t.amount}
          coin={pair.from}
          value={amount}
          places={usable?.split('.')[1]?.length ?? 8}
          error={isTooMuch ? t.tooMuch : quoted.error?.message}
          hint={usable === null ? undefined : `${t.usable} ${formatBalance(usable, pair.from)} ${pair.from}`}
          onChange={(typed) => {
            setAmount(typed);
            conversion.forgetError();
          }}
          {...(usable !== null && { onAll: () => setAmount(trimZeros(usable)) })}
        />
        <QuoteCard amount={amount} quoted={quoted} isBlank={amount === ''} error={conversion.error} />
        <Button type="submit" wide busy={conversion.busy} disabled={quote === null || isTooMuch}>
          {t.submit(quote === null ? '' : exactAmount(quote.receive, pair.to))}
        </Button>
      </FormBody>
      <Link className={styles.recurring} to={`/pages/trade/recurring?coin=${pair.from}&to=${pair.to}`}>
        {t.recurring}
      </Link>
      {conversion.done !== null && <Converted conversion={conversion.done} onClose={conversion.close} />}
    </div>
  );
}

/** The coins that this one converts into, if these are not all. */
function Partners({ coin, markets }: { readonly coin: string; readonly markets: readonly Market[] }) {
  const t = useTexts(convertTexts);
  const partners = partnersOf(coin, markets);
  if (partners.length + 1 >= convertible(markets).length) return null;
  return <p className={styles.partners}>{t.partners(coin, partners.join(t.comma))}</p>;
}
