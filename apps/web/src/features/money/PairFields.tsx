import { useState } from 'react';
import { SelectField } from '../../ui/kit/index.ts';
import { formatAmount, formatBalance } from '../../lib/format/index.ts';
import { trimZeros } from '../../lib/exact.ts';
import { CoinMark } from '../market-data/index.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { useTexts } from '../../i18n/index.ts';
import { CoinSheet } from './CoinSheet.tsx';
import { NetworkSheet } from './NetworkSheet.tsx';
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
  const [choosing, setChoosing] = useState<'coin' | 'network' | null>(null);
  const { coin, chain, unsupported, setCoin, setChain } = pair;
  const exact = (figure: string): string => `${formatAmount(trimZeros(figure))} ${coin?.coin ?? ''}`;
  const factsOf = ({ fee, min, arrivesWithinSeconds: seconds }: LiftCoin['chains'][number]): readonly string[] => [
    `${money.fee} ${exact(fee)}`,
    ...(seconds === undefined ? [] : [money.about(seconds)]),
    `${money.least} ${exact(min)}`,
  ];
  return (
    <>
      <SelectField
        label={money.coin}
        chosen={coin ? `${coin.coin} · ${coin.name}` : null}
        placeholder={money.chooseCoin}
        error={unsupported === null ? undefined : money.unsupported(unsupported)}
        mark={coin && <CoinMark coin={coin.coin} size={24} />}
        onPress={() => setChoosing('coin')}
      />
      {coin &&
        chain &&
        (coin.chains.length === 1 ? (
          <div>
            <p className={styles.label}>{money.network}</p>
            <p className={styles.only}>{chain.name}</p>
          </div>
        ) : (
          <SelectField
            label={money.network}
            chosen={chain.name}
            placeholder={money.chooseNetwork}
            onPress={() => setChoosing('network')}
          />
        ))}
      {coin && chain && choosing === 'network' && (
        <NetworkSheet
          networks={coin.chains.map((each) => ({ ...each, facts: factsOf(each) }))}
          chosen={chain.chain}
          onChoose={(next) => {
            setChain(next);
            onChange?.();
          }}
          onClose={() => setChoosing(null)}
        />
      )}
      {choosing === 'coin' && (
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
          onClose={() => setChoosing(null)}
        />
      )}
    </>
  );
}
