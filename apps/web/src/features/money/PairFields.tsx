import { useState } from 'react';
import { Segmented, SelectField } from '../../ui/kit/index.ts';
import { formatBalance } from '../../lib/format/index.ts';
import { CoinMark } from '../market-data/index.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { useTexts } from '../../i18n/index.ts';
import { CoinSheet } from './CoinSheet.tsx';
import styles from './PairFields.module.css';
import type { LiftCoin, Pair } from './use-pair.ts';

export interface PairFieldsProps {
  readonly coins: readonly LiftCoin[];
  readonly pair: Pair;
  /** Called for another coin or network: reset what depends on them. */
  readonly onChange?: () => void;
}

/** Fields for a coin and its network. */
export function PairFields({ coins, pair, onChange }: PairFieldsProps) {
  const money = useTexts(moneyTexts);
  const [choosing, setChoosing] = useState(false);
  const { coin, chain, unsupported, setCoin, setChain } = pair;
  return (
    <>
      <SelectField
        label={money.coin}
        chosen={coin ? `${coin.coin} · ${coin.name}` : null}
        placeholder={money.chooseCoin}
        error={unsupported === null ? undefined : money.unsupported(unsupported)}
        mark={coin && <CoinMark coin={coin.coin} size={24} />}
        onPress={() => setChoosing(true)}
      />
      {coin && chain && (
        <div>
          <p className={styles.label}>{money.network}</p>
          {coin.chains.length === 1 ? (
            <p className={styles.only}>{chain.name}</p>
          ) : (
            <Segmented
              label={money.network}
              value={chain.chain}
              options={coin.chains.map((each) => ({ value: each.chain, label: each.name }))}
              onChange={(next) => {
                setChain(next);
                onChange?.();
              }}
            />
          )}
        </div>
      )}
      {choosing && (
        <CoinSheet
          title={money.chooseCoin}
          chosen={coin?.coin ?? null}
          options={coins.map((each) => ({
            coin: each.coin,
            name: each.name,
            figure: formatBalance(each.usable, each.coin),
          }))}
          onChoose={(next) => {
            if (next !== null) setCoin(next);
            onChange?.();
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}
