import { calls, type SavedBankAccount } from '@fft/contract';
import { useState } from 'react';
import { callApi, refreshPages } from '../../api/index.ts';
import { useSecondsUntil } from '../../api/connection/index.ts';
import { CoinMark } from '../../features/market-data/CoinMark.tsx';
import { AddressText } from '../../features/money/index.ts';
import { useWithdrawalWait } from '../../features/money/use-withdrawal-wait.ts';
import { bankAccountTexts } from '../../i18n/bank-accounts.ts';
import { useTexts } from '../../i18n/index.ts';
import { formatMinute } from '../../lib/format/index.ts';
import { copyText } from '../../ui/clipboard/index.ts';
import { IconButton, Modal, Tag, toast } from '../../ui/kit/index.ts';
import styles from './BankAccounts.module.css';

/** A saved bank account: name, numbers, and the time from which it can be used. */
export function BankAccountRow({ account }: { readonly account: SavedBankAccount }) {
  const t = useTexts(bankAccountTexts);
  const { coin, name, kind, number, bank, usableFrom } = account;
  const waits = useSecondsUntil(usableFrom) > 0;
  const [asks, setAsks] = useState(false);
  return (
    <li className={styles.row} data-testid="bank-account">
      <CoinMark coin={coin} size={32} />
      <div className={styles.words}>
        <p className={styles.head}>
          <span className={styles.name}>{name}</span>
          <Tag tone="accent">{coin}</Tag>
        </p>
        <AddressText address={number} />
        {bank !== '' && (
          <p className={styles.bank}>
            {t.short[kind]} {bank}
          </p>
        )}
        <p className={styles.state}>
          <Tag tone={waits ? 'warn' : 'good'}>{waits ? t.waits(formatMinute(usableFrom)) : t.usable}</Tag>
        </p>
      </div>
      <div className={styles.acts}>
        <IconButton icon="copy" size={18} label={t.copy} onClick={() => void copyText(number)} />
        <IconButton icon="trash" size={18} label={t.remove} aria-haspopup="dialog" onClick={() => setAsks(true)} />
      </div>
      {asks && <RemoveModal account={account} onClose={() => setAsks(false)} />}
    </li>
  );
}

interface RemoveModalProps {
  readonly account: SavedBankAccount;
  readonly onClose: () => void;
}

function RemoveModal({ account: { id, name, number }, onClose }: RemoveModalProps) {
  const t = useTexts(bankAccountTexts);
  const wait = useWithdrawalWait();
  const [busy, setBusy] = useState(false);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await callApi(calls.banks.removeAccount, { id });
      toast(t.removed);
      onClose();
    } catch {
      // The customer has been notified.
    } finally {
      setBusy(false);
      refreshPages(calls.banks.accounts);
    }
  }

  return (
    <Modal
      open
      icon="trash"
      tone="danger"
      title={t.removeTitle}
      message={`${name} · …${number.slice(-4)}`}
      confirm={{ label: t.removeGo, variant: 'danger', busy, onPress: () => void remove() }}
      cancel={{ label: t.cancel, onPress: onClose }}
    >
      {t.removeText(wait.text)}
    </Modal>
  );
}
