import type { consoleCalls } from '@fft/console-contract';
import type { CallOutput } from '@fft/contract';
import { formatAmount, missing, useTexts } from '@fft/kit';
import { completeList } from '../../api/index.ts';
import { Doubts } from '../../features/bank-money/index.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { Callout, DataTable, DetailList, Tag, Tile, Tiles, Who } from '../../ui/index.ts';
import { LeftOut } from './LeftOut.tsx';
import styles from './Banks.module.css';

export interface ImportPreviewProps {
  readonly preview: CallOutput<typeof consoleCalls.banks.importFile>;
  readonly coin: string;
}

/** What an import would do: its figures, and the first new entries with what follows for each. */
export function ImportPreview({ preview, coin }: ImportPreviewProps) {
  const t = useTexts(bankTexts);
  const { format, from, to, opening, closing, entries, known, moneyIn, moneyOut, statements, preview: first } = preview;
  const fresh = entries - known;
  const balance = (amount: string | null): string => (amount === null ? missing : `${formatAmount(amount)} ${coin}`);
  return (
    <>
      <Tiles>
        <Tile label={t.fresh} value={fresh} />
        <Tile label={t.known} value={known} />
        <Tile label={t.moneyIn} value={formatAmount(moneyIn)} hint={coin} />
        <Tile label={t.moneyOut} value={formatAmount(moneyOut)} hint={coin} />
      </Tiles>
      <DetailList
        items={[
          [t.format, t.formats[format]],
          from === null ? null : [t.period, from === to ? from : `${from} – ${to ?? ''}`],
          [t.opening, balance(opening)],
          [t.closing, balance(closing)],
        ]}
      />
      <LeftOut statements={statements} />
      {fresh === 0 ? (
        <Callout>{t.nothingNew}</Callout>
      ) : (
        <>
          <h3 className={styles.heading}>{t.previewOf(first.length, fresh)}</h3>
          <DataTable
            label={t.entries}
            list={completeList(first)}
            keyOf={({ line }) => line}
            empty={t.noEntries}
            columns={[
              {
                key: 'sender',
                label: t.sender,
                render: ({ name, text, count }) => (
                  <>
                    <strong>{name ?? (count > 0 ? t.partsCount(count) : t.unknownSender)}</strong>
                    <br />
                    <span className={styles.weak}>{text}</span>
                  </>
                ),
                lead: true,
              },
              {
                key: 'amount',
                label: t.amount,
                render: ({ direction, amount, coin: of }) =>
                  `${direction === 'in' ? '+' : '−'}${formatAmount(amount)}${of === coin ? '' : ` ${of}`}`,
                end: true,
                tight: true,
              },
              {
                key: 'customer',
                label: t.customer,
                render: ({ customer }) => (customer === null ? missing : <Who {...customer} />),
                spare: true,
              },
              {
                key: 'becomes',
                label: t.becomes,
                render: ({ doubts, count }) =>
                  doubts.length > 0 ? (
                    <Doubts doubts={doubts} />
                  ) : (
                    <Tag tone={count > 0 ? 'plain' : 'good'}>{count > 0 ? t.states.split : t.credits}</Tag>
                  ),
                spare: 'below',
              },
              { key: 'line', label: t.line, render: ({ line }) => line, end: true, spare: true },
            ]}
          />
        </>
      )}
    </>
  );
}
