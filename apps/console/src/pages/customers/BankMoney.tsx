import { consoleCalls, type CustomerBankDeposit, type CustomerPayout } from '@fft/console-contract';
import { formatAmount, formatMinute, useTexts } from '@fft/kit';
import { usePages } from '../../api/index.ts';
import { Doubts } from '../../features/bank-money/index.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { customerTexts } from '../../i18n/customers.ts';
import { DataTable, Tag, type Tone } from '../../ui/index.ts';
import styles from './Customer.module.css';

const depositTones: Partial<Readonly<Record<CustomerBankDeposit['state'], Tone>>> = {
  credited: 'good',
  queued: 'warn',
  returning: 'warn',
};

const payoutTones: Readonly<Record<CustomerPayout['state'], Tone>> = {
  review: 'warn',
  approved: 'accent',
  sent: 'accent',
  done: 'good',
  rejected: 'plain',
  failed: 'danger',
  cancelled: 'plain',
  returned: 'danger',
};

/** The customer's bank transfers and payouts, newest first. */
export function BankMoney({ customer }: { readonly customer: number }) {
  const t = useTexts(customerTexts);
  const banks = useTexts(bankTexts);
  const deposits = usePages(consoleCalls.banks.depositsOf, { id: customer });
  const payouts = usePages(consoleCalls.banks.payoutsOf, { id: customer });
  return (
    <>
      <h3 className={styles.heading}>{t.bankDeposits}</h3>
      <DataTable
        label={t.bankDeposits}
        list={deposits}
        keyOf={({ id }) => id}
        empty={t.noBankDeposits}
        columns={[
          {
            key: 'sender',
            label: banks.sender,
            render: ({ name, booked, doubts, state }) => (
              <span className={styles.two}>
                {name ?? banks.unknownSender}
                <span>{booked}</span>
                {state === 'queued' && (
                  <span>
                    <Doubts doubts={doubts} />
                  </span>
                )}
              </span>
            ),
          },
          {
            key: 'amount',
            label: banks.amount,
            render: ({ amount, coin }) => `${formatAmount(amount)} ${coin}`,
            end: true,
          },
          {
            key: 'state',
            label: t.state,
            render: ({ state }) => <Tag tone={depositTones[state] ?? 'plain'}>{banks.states[state]}</Tag>,
            end: true,
          },
        ]}
      />
      <h3 className={styles.heading}>{t.payouts}</h3>
      <DataTable
        label={t.payouts}
        list={payouts}
        keyOf={({ id }) => id}
        empty={t.noPayouts}
        columns={[
          {
            key: 'number',
            label: banks.number,
            render: ({ id, number, time }) => (
              <span className={styles.two}>
                {number}
                <span>
                  PAYOUT-{id} · {formatMinute(time)}
                </span>
              </span>
            ),
          },
          {
            key: 'amount',
            label: banks.amount,
            render: ({ amount, coin }) => `${formatAmount(amount)} ${coin}`,
            end: true,
          },
          {
            key: 'state',
            label: t.state,
            render: ({ state }) => <Tag tone={payoutTones[state]}>{t.payoutStates[state]}</Tag>,
            end: true,
          },
        ]}
      />
    </>
  );
}
