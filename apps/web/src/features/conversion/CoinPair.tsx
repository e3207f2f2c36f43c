import type { Market } from '@fft/contract';
import { useState } from 'react';
import { CoinMark } from '../market-data/index.ts';
import { CoinSheet } from '../money/index.ts';
import { formatBalance } from '../../lib/format/index.ts';
import { IconButton, SelectField } from '../../ui/kit/index.ts';
import { convertTexts } from './convert-texts.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { useTexts } from '../../i18n/index.ts';
import { convertible, partnersOf, type Direction } from './coins.ts';
import styles from './CoinPair.module.css';

export interface CoinPairProps {
  readonly markets: readonly Market[];
  readonly usable: ReadonlyMap<string, string>;
  readonly pair: Direction;
  readonly onFrom: (coin: string) => void;
  readonly onTo: (coin: string) => void;
  readonly onSwap: () => void;
}

/** The coin given and the coin taken, with a button that swaps them. */
export function CoinPair({ markets, usable, pair, onFrom, onTo, onSwap }: CoinPairProps) {
  const t = useTexts(convertTexts);
  const money = useTexts(moneyTexts);
  const [choosing, setChoosing] = useState<'from' | 'to' | null>(null);
  const coins = choosing === 'from' ? convertible(markets) : partnersOf(pair.from, markets);
  const end = (name: 'from' | 'to') => (
    <SelectField
      label={t[name]}
      chosen={pair[name] === '' ? null : pair[name]}
      placeholder={money.chooseCoin}
      mark={<CoinMark coin={pair[name]} size={24} />}
      onPress={() => setChoosing(name)}
    />
  );
  return (
    <div className={styles.pair}>
      {end('from')}
      <IconButton icon="transfer" label={t.swap} className={styles.swap} onClick={onSwap} />
      {end('to')}
      {choosing !== null && (
        <CoinSheet
          // The other end may be pressed while this one's sheet still leaves.
          key={choosing}
          title={money.chooseCoin}
          chosen={pair[choosing]}
          options={coins.map((coin) => {
            const figure = usable.get(coin);
            return { coin, ...(figure !== undefined && { figure: formatBalance(figure, coin) }) };
          })}
          onChoose={(coin) => {
            if (coin !== null) (choosing === 'from' ? onFrom : onTo)(coin);
          }}
          onClose={() => setChoosing((now) => (now === choosing ? null : now))}
        />
      )}
    </div>
  );
}
