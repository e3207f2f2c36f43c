import { consoleCalls, type Movement } from '@fft/console-contract';
import { formatMinute, useTexts } from '@fft/kit';
import { usePages, NetworkTitle } from '../../api/index.ts';
import { DataTable, Tag, type Tone, TransactionLink, Who } from '../../ui/index.ts';
import { shorten } from '../../lib/shorten.ts';
import { formatTrimmed } from '../../lib/trimmed.ts';
import { treasuryTexts } from '../../i18n/treasury.ts';
import styles from './Treasury.module.css';

const tones: Readonly<Record<Movement['state'], Tone>> = {
  seen: 'warn',
  small: 'plain',
  crediting: 'warn',
  credited: 'good',
  orphaned: 'danger',
  inDoubt: 'danger',
  lost: 'danger',
  backInDoubt: 'warn',
  found: 'warn',
  reversed: 'danger',
  reserved: 'plain',
  signed: 'warn',
  done: 'good',
  failed: 'danger',
};

export interface MovementsProps {
  readonly kind: 'deposits' | 'payments';
  /** Opens a payment; deposits have no details. */
  readonly open?: { readonly id: number | null; readonly set: (id: number) => void };
}

function transactionOf({ txid, explorerUrl }: Movement) {
  if (txid === null) return null;
  return (
    <TransactionLink txid={txid} url={explorerUrl}>
      {shorten(txid)}
    </TransactionLink>
  );
}

/** On-chain deposits, or payments and sweeps, newest first. */
export function Movements({ kind, open }: MovementsProps) {
  const t = useTexts(treasuryTexts);
  const list = usePages(consoleCalls.treasury.movements, { kind }, { refetchIntervalMs: 15_000 });
  return (
    <DataTable
      label={t.tabs[kind]}
      list={list}
      keyOf={({ kind: one, id }) => `${one} ${id}`}
      empty={t.noMovements}
      {...(open && { open: ({ id }: Movement) => open.set(id), isOpen: ({ id }: Movement) => id === open.id })}
      columns={[
        { key: 'kind', label: t.kind, render: ({ kind: one }) => t.movementKinds[one] },
        { key: 'amount', label: t.amount, render: ({ amount, coin }) => `${formatTrimmed(amount)} ${coin}`, end: true },
        { key: 'chain', label: t.chain, render: ({ chain }) => <NetworkTitle of={chain} />, spare: true },
        {
          key: 'customer',
          label: t.customer,
          render: ({ customer, name }) =>
            customer === null ? t.exchangeItself : <Who name={name} customer={customer} />,
        },
        {
          key: 'address',
          label: t.address,
          render: ({ address }) => <span className={styles.address}>{address}</span>,
          spare: true,
        },
        ...(kind === 'deposits' ? [{ key: 'txid', label: t.txid, render: transactionOf, spare: true }] : []),
        {
          key: 'state',
          label: t.state,
          render: ({ state }) => <Tag tone={tones[state]}>{t.movementStates[state]}</Tag>,
        },
        { key: 'time', label: t.time, render: ({ time }) => formatMinute(time), end: true },
      ]}
    />
  );
}
