import { calls, type WalletAddress } from '@fft/contract';
import { useState } from 'react';
import { useCall } from '../../api/index.ts';
import { useSecondsUntil } from '../../api/connection/index.ts';
import { formatMinute } from '../../lib/format/index.ts';
import { Button, Empty, Icon, Sheet, Tag, toast, useLeaving } from '../../ui/kit/index.ts';
import { AddressText } from '../../features/money/index.ts';
import { navigate } from '../../lib/routing/index.ts';
import { ScanSheet, type ScannedAddress } from '../../features/scan/index.ts';
import { CallView } from '../../features/shell/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { useWithdrawalWait } from '../../features/money/use-withdrawal-wait.ts';
import { scanTexts } from '../../features/scan/scan-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { walletTexts } from '../../i18n/wallet.ts';
import { withdrawTexts } from '../../i18n/withdraw.ts';
import styles from './AddressSheet.module.css';

/** As many as a customer can look through; the address book lists them all. */
const maxShown = 100;

export interface AddressSheetProps {
  readonly coin: string;
  readonly chain: string;
  readonly chosen: string | null;
  readonly onChoose: (address: WalletAddress) => void;
  readonly onClose: () => void;
}

/** The saved addresses for a coin and network. New ones are listed but can't be used yet. */
export function AddressSheet({ coin, chain, chosen, onChoose, onClose }: AddressSheetProps) {
  const wait = useWithdrawalWait();
  const t = useTexts(withdrawTexts);
  const { open, leave } = useLeaving(onClose);
  const addresses = useCall(calls.addresses.list, { coin, chain, limit: maxShown }, { quiet: true });
  const scan = useTexts(scanTexts);
  const [scanning, setScanning] = useState(false);
  const add = (found?: ScannedAddress): void => {
    const query = new URLSearchParams({ coin, chain, ...found });
    navigate(`/pages/wallet/add?${query.toString()}`);
  };

  /** Chooses a saved address; any other must be saved first. */
  function take(found: ScannedAddress): void {
    const saved = addresses.data?.items.find((one) => isSaved(one, found));
    if (saved === undefined) add(found);
    else if (saved.usableFrom > Date.now()) toast(t.addressWaits(formatMinute(saved.usableFrom)));
    else {
      onChoose(saved);
      leave();
    }
  }

  const buttons = (
    <>
      <Button variant="secondary" icon="scan" onClick={() => setScanning(true)}>
        {scan.scan}
      </Button>
      <Button variant="secondary" icon="plus" onClick={() => add()}>
        {t.addAddress}
      </Button>
    </>
  );
  return (
    <Sheet open={open} onClose={leave} title={t.chooseAddress} footer={buttons}>
      <CallView call={addresses} skeleton={<RowsSkeleton groups={[2]} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty drawing="wallet" title={t.noAddress}>
              {t.noAddressText(wait.text)}
            </Empty>
          ) : (
            <ul>
              {items.map((address) => (
                <AddressOption
                  key={address.id}
                  address={address}
                  isChosen={address.id === chosen}
                  onChoose={() => {
                    onChoose(address);
                    leave();
                  }}
                />
              ))}
            </ul>
          )
        }
      </CallView>
      {scanning && <ScanSheet onAddress={take} onClose={() => setScanning(false)} />}
    </Sheet>
  );
}

/** One address with two memos can belong to two recipients. */
function isSaved(one: WalletAddress, { address, memo }: ScannedAddress): boolean {
  const isOtherMemo = one.memo !== undefined && memo !== undefined && one.memo !== memo;
  return one.address.toLowerCase() === address.toLowerCase() && !isOtherMemo;
}

interface AddressOptionProps {
  readonly address: WalletAddress;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function AddressOption({ address, isChosen, onChoose }: AddressOptionProps) {
  const t = useTexts(withdrawTexts);
  const wallet = useTexts(walletTexts);
  const waits = useSecondsUntil(address.usableFrom) > 0;
  const from = formatMinute(address.usableFrom);
  return (
    <li>
      <button
        type="button"
        className={styles.option}
        aria-pressed={isChosen}
        aria-disabled={waits || undefined}
        onClick={() => (waits ? toast(t.addressWaits(from)) : onChoose())}
      >
        <span className={styles.words}>
          <span className={styles.name}>
            {address.name}
            {waits && <Tag tone="warn">{wallet.waits(from)}</Tag>}
          </span>
          <AddressText address={address.address} />
          {address.memo !== undefined && <span className={styles.memo}>{address.memo}</span>}
        </span>
        {isChosen && <Icon name="check" size={18} className={styles.check} />}
      </button>
    </li>
  );
}
