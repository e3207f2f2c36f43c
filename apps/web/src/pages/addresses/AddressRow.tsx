import { calls, type WalletAddress } from '@fft/contract';
import { useState } from 'react';
import { callApi, queryClient } from '../../api/index.ts';
import { copyText } from '../../ui/clipboard/index.ts';
import { useSecondsUntil } from '../../api/connection/index.ts';
import { formatMinute } from '../../lib/format/index.ts';
import { IconButton, Modal, Tag, toast } from '../../ui/kit/index.ts';
import { CoinMark } from '../../features/market-data/CoinMark.tsx';
import { AddressText } from '../../features/money/index.ts';
import { useWithdrawalWait } from '../../features/money/use-withdrawal-wait.ts';
import { useTexts } from '../../i18n/index.ts';
import { walletTexts } from '../../i18n/wallet.ts';
import styles from './Addresses.module.css';

/** A saved address: label, network, and the time from which it can be used. */
export function AddressRow({ address }: { readonly address: WalletAddress }) {
  const t = useTexts(walletTexts);
  const waits = useSecondsUntil(address.usableFrom) > 0;
  const [asks, setAsks] = useState(false);
  const copy = (): void => void copyText(address.address);
  return (
    <li className={styles.row} data-testid="address">
      <CoinMark coin={address.coin} size={32} />
      <div className={styles.words}>
        <p className={styles.head}>
          <span className={styles.name}>{address.name}</span>
          <Tag tone="accent">
            {address.coin} · {address.chain}
          </Tag>
        </p>
        <AddressText address={address.address} />
        {address.memo !== undefined && <p className={styles.memo}>{address.memo}</p>}
        <p className={styles.state}>
          <Tag tone={waits ? 'warn' : 'good'}>{waits ? t.waits(formatMinute(address.usableFrom)) : t.usable}</Tag>
        </p>
      </div>
      <div className={styles.acts}>
        <IconButton icon="copy" size={18} label={t.copy} onClick={copy} />
        <IconButton icon="trash" size={18} label={t.remove} aria-haspopup="dialog" onClick={() => setAsks(true)} />
      </div>
      {asks && <RemoveModal address={address} onClose={() => setAsks(false)} />}
    </li>
  );
}

function RemoveModal({ address, onClose }: { readonly address: WalletAddress; readonly onClose: () => void }) {
  const wait = useWithdrawalWait();
  const t = useTexts(walletTexts);
  const [busy, setBusy] = useState(false);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await callApi(calls.addresses.delete, { id: address.id });
      toast(t.removed);
      onClose();
    } catch {
      // The customer has been notified.
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: [calls.addresses.list.path] });
    }
  }

  return (
    <Modal
      open
      icon="trash"
      tone="danger"
      title={t.removeTitle}
      message={address.name}
      confirm={{ label: t.removeGo, variant: 'danger', busy, onPress: () => void remove() }}
      cancel={{ label: t.cancel, onPress: onClose }}
    >
      {t.removeText(wait.text)}
    </Modal>
  );
}
