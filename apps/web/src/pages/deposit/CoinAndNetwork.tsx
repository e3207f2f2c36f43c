import { useState } from 'react';
import { Icon } from '../../ui/kit/index.ts';
import { CoinMark } from '../../features/market-data/CoinMark.tsx';
import { CoinSheet, NetworkSheet } from '../../features/money/index.ts';
import { formatAmount } from '../../lib/format/index.ts';
import { trimZeros } from '../../lib/exact.ts';
import { depositTexts } from './deposit-texts.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { useTexts } from '../../i18n/index.ts';
import type { DepositCoin } from './deposit-coin.ts';
import styles from './Deposit.module.css';

export interface CoinAndNetworkProps {
  readonly coins: readonly DepositCoin[];
  readonly coin: DepositCoin;
  /** Null if the exchange follows none of the coin's networks. */
  readonly chain: DepositCoin['chains'][number] | null;
  readonly onCoin: (coin: string) => void;
  readonly onChain: (chain: string) => void;
}

/** Chooses the coin to deposit and its network. */
export function CoinAndNetwork({ coins, coin, chain, onCoin, onChain }: CoinAndNetworkProps) {
  const t = useTexts(depositTexts);
  const money = useTexts(moneyTexts);
  const [choosing, setChoosing] = useState<'coin' | 'network' | null>(null);
  const factsOf = (each: DepositCoin['chains'][number]): readonly string[] => [
    each.paused === true ? t.pausedNow : t.free,
    ...(each.confirmedWithinSeconds === undefined ? [] : [money.about(each.confirmedWithinSeconds)]),
    `${t.least} ${formatAmount(trimZeros(each.minDeposit))} ${coin.coin}`,
  ];
  return (
    <div className={styles.choices}>
      <button type="button" className={styles.choice} aria-haspopup="dialog" onClick={() => setChoosing('coin')}>
        <span className={styles.label}>{t.coin}</span>
        <span className={styles.chosen}>
          <CoinMark coin={coin.coin} size={24} />
          {coin.coin}
          <Icon name="chevron-down" size={18} className={styles.down} />
        </span>
      </button>
      {chain && (
        <button type="button" className={styles.choice} aria-haspopup="dialog" onClick={() => setChoosing('network')}>
          <span className={styles.label}>{t.network}</span>
          <span className={styles.chosen}>
            <span className={styles.network}>{chain.name}</span>
            <Icon name="chevron-down" size={18} className={styles.down} />
          </span>
        </button>
      )}
      {choosing === 'coin' && (
        <CoinSheet
          title={t.chooseCoin}
          chosen={coin.coin}
          options={coins.map(({ coin: each, name, chains }) => ({
            coin: each,
            name,
            ...(chains.length === 0 && { figure: t.noNetwork }),
          }))}
          onChoose={(next) => {
            if (next !== null) onCoin(next);
          }}
          onClose={() => setChoosing(null)}
        />
      )}
      {chain && choosing === 'network' && (
        <NetworkSheet
          networks={coin.chains.map((each) => ({ ...each, facts: factsOf(each) }))}
          chosen={chain.chain}
          onChoose={onChain}
          onClose={() => setChoosing(null)}
        />
      )}
    </div>
  );
}
