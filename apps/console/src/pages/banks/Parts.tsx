import type { BankPartLine } from '@fft/console-contract';
import { formatAmount, missing, useTexts } from '@fft/kit';
import { completeList } from '../../api/index.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { DataTable, Tag } from '../../ui/index.ts';
import { entryTones } from './Queue.tsx';
import styles from './Banks.module.css';

export interface PartsProps {
  readonly coin: string;
  readonly parts: readonly BankPartLine[];
  /** Opens the row on which a part is decided. */
  readonly onOpen: (id: number) => void;
}

/** The payments of which an entry consists, and what became of each. */
export function Parts({ coin, parts, onOpen }: PartsProps) {
  const t = useTexts(bankTexts);
  const numbered = parts.map((part, index) => ({ ...part, position: index + 1 }));
  return (
    <>
      <h3 className={styles.heading}>{t.parts}</h3>
      <DataTable
        label={t.parts}
        list={completeList(numbered)}
        keyOf={({ position }) => position}
        empty={missing}
        columns={[
          {
            key: 'sender',
            label: t.sender,
            render: ({ name, text }) => (
              <>
                <strong>{name ?? t.unknownSender}</strong>
                <br />
                <span className={styles.weak}>{text}</span>
              </>
            ),
            lead: true,
          },
          {
            key: 'amount',
            label: t.amount,
            render: ({ amount }) => (amount === null ? missing : `${formatAmount(amount)} ${coin}`),
            end: true,
            tight: true,
          },
          {
            key: 'state',
            label: t.state,
            render: ({ entry, state }) =>
              entry === null || state === null ? (
                missing
              ) : (
                <button type="button" className={styles.link} onClick={() => onOpen(entry)}>
                  <Tag tone={entryTones[state]}>{t.states[state]}</Tag>
                </button>
              ),
            spare: 'below',
          },
        ]}
      />
    </>
  );
}
