import { calls } from '@fft/contract';
import { useState } from 'react';
import { useCall } from '../../api/index.ts';
import { keepNetwork, lastNetwork } from '../../features/money/index.ts';
import { BankRows } from '../../features/money/BankRows.tsx';
import { BillsLink } from '../../features/money/DepositParts.tsx';
import { HelpButton } from '../../features/help/index.ts';
import { Empty } from '../../ui/kit/index.ts';
import { useParameters } from '../../lib/routing/index.ts';
import { LoggedIn } from '../../features/session/index.ts';
import { CallView, Page } from '../../features/shell/index.ts';
import { depositTexts } from './deposit-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { CoinAndNetwork } from './CoinAndNetwork.tsx';
import { DepositAddress } from './DepositAddress.tsx';
import { DepositSkeleton } from './DepositSkeleton.tsx';
import styles from './Deposit.module.css';
import type { DepositCoin } from './deposit-coin.ts';

/** The customer's address for a coin on a network, and the deposits to it with their confirmations. */
export function DepositPage() {
  return (
    <LoggedIn>
      <Deposit />
    </LoggedIn>
  );
}

function Deposit() {
  const t = useTexts(depositTexts);
  // A pause shows and ends on an open page too.
  const coins = useCall(calls.deposits.coins, {}, { quiet: true, refetchIntervalMs: 30_000 });
  return (
    <Page
      title={t.title}
      back={{ fallback: '/pages/assets/index' }}
      actions={
        <>
          <HelpButton about="deposit" />
          <BillsLink to="/pages/assets/coinbill" label={t.bills} />
        </>
      }
    >
      <BankRows ways={['in']} />
      <CallView call={coins} skeleton={<DepositSkeleton withChoice />}>
        {(list) =>
          list.every(({ chains }) => chains.length === 0) ? (
            <Empty drawing="wallet" title={t.none}>
              {t.noneText}
            </Empty>
          ) : (
            <Choosing coins={list} />
          )
        }
      </CallView>
    </Page>
  );
}

function Choosing({ coins }: { readonly coins: readonly DepositCoin[] }) {
  const t = useTexts(depositTexts);
  const query = useParameters();
  const [coinName, setCoin] = useState(query.get('coin'));
  const [chainName, setChain] = useState(query.get('chain'));
  const coin = coins.find((each) => each.coin === coinName) ?? coins.find((each) => each.coin === 'USDT') ?? coins[0];
  const find = (name: string | null) => coin?.chains.find((each) => each.chain === name);
  const chain = find(chainName) ?? find(coin ? lastNetwork(coin.coin) : null) ?? coin?.chains[0];
  if (!coin) return null;
  const choose = (next: string): void => {
    keepNetwork(coin.coin, next);
    setChain(next);
  };
  return (
    <div className={styles.content}>
      <CoinAndNetwork coins={coins} coin={coin} chain={chain ?? null} onCoin={setCoin} onChain={choose} />
      {chain?.paused === true ? (
        <Empty drawing="wallet" title={t.paused(coin.coin, chain.name)}>
          {t.pausedText}
        </Empty>
      ) : chain ? (
        <DepositAddress key={`${coin.coin} ${chain.chain}`} coin={coin} chain={chain} />
      ) : (
        <Empty drawing="wallet" title={t.noChain(coin.coin)}>
          {t.noChainText(coin.coin)}
        </Empty>
      )}
    </div>
  );
}
