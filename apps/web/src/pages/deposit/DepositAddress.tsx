import { calls, type CallOutput } from '@fft/contract';
import { useCall } from '../../api/index.ts';
import { copyText } from '../../ui/clipboard/index.ts';
import { formatAmount } from '../../lib/format/index.ts';
import { Button, Callout, QrCode } from '../../ui/kit/index.ts';
import { CoinMark } from '../../features/market-data/CoinMark.tsx';
import { trimZeros } from '../../lib/exact.ts';
import { ThreeFacts } from '../../features/money/DepositParts.tsx';
import { AddressText, otherNetworksOf } from '../../features/money/index.ts';
import { CallView } from '../../features/shell/index.ts';
import { depositTexts } from './deposit-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import type { DepositCoin } from './deposit-coin.ts';
import { DepositSkeleton } from './DepositSkeleton.tsx';
import { RecentDeposits } from './RecentDeposits.tsx';
import styles from './Deposit.module.css';

type Way = CallOutput<typeof calls.deposits.address>;

/** Short enough to show blocks as they arrive. */
const askMs = 2000;

export interface DepositAddressProps {
  readonly coin: DepositCoin;
  readonly chain: DepositCoin['chains'][number];
}

/** The deposit address and recent deposits to it. */
export function DepositAddress({ coin, chain }: DepositAddressProps) {
  const way = useCall(calls.deposits.address, { coin: coin.coin, chain: chain.chain }, { refetchIntervalMs: askMs });
  return (
    <CallView call={way} skeleton={<DepositSkeleton />}>
      {(read) => (
        <>
          <AddressCard way={read} chainName={chain.name} chains={coin.chains} />
          <Facts way={read} />
          <RecentDeposits deposits={read.recent} confirmedWithinSeconds={read.confirmedWithinSeconds} />
        </>
      )}
    </CallView>
  );
}

interface AddressCardProps {
  readonly way: Way;
  readonly chainName: string;
  readonly chains: DepositCoin['chains'];
}

function AddressCard({ way, chainName, chains }: AddressCardProps) {
  const t = useTexts(depositTexts);
  const { coin, address, memo, uri } = way;
  const same = otherNetworksOf(chains, way.chain, address).map(({ name }) => name);
  const canShare = typeof navigator.share === 'function';
  const copy = (): void => void copyText(address);
  // A customer who closes the system's share sheet needs no message.
  const share = (): void =>
    void navigator.share({ title: t.addressOf(coin, chainName), text: address }).catch(() => undefined);
  return (
    <>
      <section className={styles.card}>
        <QrCode text={uri} label={t.qr(coin)} size={200} mark={<CoinMark coin={coin} size={40} />} />
        <p className={styles.label}>{t.addressOf(coin, chainName)}</p>
        <p data-testid="deposit-address">
          <AddressText address={address} className={styles.address} />
        </p>
        {memo !== undefined && (
          <p className={styles.memo}>
            {t.memo}: <b>{memo}</b>
          </p>
        )}
        <div className={styles.buttons}>
          <Button icon="copy" size="medium" wide onClick={copy}>
            {t.copy}
          </Button>
          {canShare && (
            <Button icon="share" size="medium" variant="secondary" wide onClick={share}>
              {t.share}
            </Button>
          )}
        </div>
      </section>
      <Callout tone="warn" title={t.warning(coin, chainName)}>
        <p>{t.warningText}</p>
        {same.length > 0 && <p>{t.alsoOn(same.join(t.comma))}</p>}
        {memo === undefined && <p>{t.noMemo}</p>}
      </Callout>
    </>
  );
}

function Facts({ way }: { readonly way: Way }) {
  const t = useTexts(depositTexts);
  const { coin, minDeposit, confirmations, confirmedWithinSeconds, contract } = way;
  return (
    <>
      <ThreeFacts
        facts={[
          [t.least, `${formatAmount(trimZeros(minDeposit))} ${coin}`],
          [t.needed, t.times(confirmations)],
          [t.expected, t.about(confirmedWithinSeconds)],
        ]}
      />
      {contract !== undefined && (
        <p className={styles.contract} title={contract}>
          {t.contract} …{contract.slice(-6)}
        </p>
      )}
    </>
  );
}
