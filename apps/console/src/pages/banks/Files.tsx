import { type BankFileLine, consoleCalls } from '@fft/console-contract';
import { formatAmount, formatMinute, missing, useTexts } from '@fft/kit';
import { usePages } from '../../api/index.ts';
import { AccountName } from '../../features/bank-money/index.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { DataTable, Tag, type Tone } from '../../ui/index.ts';
import { LeftOut } from './LeftOut.tsx';
import type { OfAccount } from './of-account.ts';
import styles from './Banks.module.css';

const tones: Readonly<Record<BankFileLine['state'], Tone>> = { proposed: 'warn', read: 'good', refused: 'plain' };

/** Imported files, newest first. */
export function Files({ of }: { readonly of: OfAccount }) {
  const t = useTexts(bankTexts);
  const list = usePages(consoleCalls.banks.files, of, { refetchIntervalMs: 10_000 });
  return (
    <DataTable
      label={t.files}
      list={list}
      keyOf={({ id }) => id}
      empty={t.noFiles}
      columns={[
        {
          key: 'file',
          label: t.file,
          render: ({ name, format, account, statements }) => (
            <>
              <strong className={styles.long}>{name}</strong> <Tag>{t.formats[format]}</Tag>
              <br />
              <span className={styles.weak}>
                <AccountName id={account} />
              </span>
              <LeftOut statements={statements} />
            </>
          ),
          lead: true,
        },
        {
          key: 'period',
          label: t.period,
          render: ({ from, to }) => (from === null ? missing : from === to ? from : `${from} – ${to}`),
          spare: true,
        },
        {
          key: 'closing',
          label: t.closing,
          render: ({ closing, coin }) => (closing === null ? missing : `${formatAmount(closing)} ${coin}`),
          end: true,
          spare: true,
        },
        { key: 'count', label: t.addedLabel, render: ({ added, entries }) => t.added(added, entries), end: true },
        { key: 'state', label: t.state, render: ({ state }) => <Tag tone={tones[state]}>{t.fileStates[state]}</Tag> },
        {
          key: 'time',
          label: t.time,
          render: ({ time, by, source }) => (
            <>
              {formatMinute(time)}
              <br />
              <span className={styles.weak}>{source === 'folder' ? t.folder : by}</span>
            </>
          ),
          end: true,
          spare: 'below',
        },
      ]}
    />
  );
}
