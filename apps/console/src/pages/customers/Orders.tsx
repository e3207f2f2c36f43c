import { consoleCalls, type CustomerOrder } from '@fft/console-contract';
import { formatAmount, formatMinute, useTexts } from '@fft/kit';
import { usePages } from '../../api/index.ts';
import { DataTable, Tag, type Tone } from '../../ui/index.ts';
import { customerTexts } from '../../i18n/customers.ts';
import styles from './Customer.module.css';

const tones: Readonly<Record<CustomerOrder['state'], Tone>> = {
  processing: 'accent',
  filled: 'good',
  cancelled: 'plain',
};

/** The customer's orders, newest first. */
export function Orders({ customer }: { readonly customer: number }) {
  const t = useTexts(customerTexts);
  const list = usePages(consoleCalls.customers.orders, { id: customer });
  return (
    <DataTable
      label={t.tabs.orders}
      list={list}
      keyOf={({ id }) => id}
      empty={t.noOrders}
      columns={[
        {
          key: 'market',
          label: t.market,
          render: ({ symbol, side, type, stopPrice, time }) => (
            <span className={styles.two}>
              <strong>{symbol}</strong>
              <span>
                {t.sides[side]} · {stopPrice === null ? t.types[type] : t.stopTypes[type]}
              </span>
              <span>{formatMinute(time)}</span>
            </span>
          ),
        },
        {
          key: 'filled',
          label: t.filled,
          render: ({ filled, quantity, price, type, stopPrice }) => (
            <span className={styles.two}>
              {formatAmount(filled)} / {quantity === null ? '--' : formatAmount(quantity)}
              <span>{type === 'market' ? t.marketPrice : formatAmount(price)}</span>
              {stopPrice !== null && <span>{t.trigger(formatAmount(stopPrice))}</span>}
            </span>
          ),
          end: true,
        },
        {
          key: 'state',
          label: t.state,
          render: ({ state }) => <Tag tone={tones[state]}>{t.orderStates[state]}</Tag>,
          end: true,
        },
      ]}
    />
  );
}
