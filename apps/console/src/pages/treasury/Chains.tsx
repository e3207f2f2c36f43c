import { consoleCalls } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { listFromQuery, useCall, NetworkTitle } from '../../api/index.ts';
import { DataTable, Tag } from '../../ui/index.ts';
import { formatTrimmed } from '../../lib/trimmed.ts';
import { treasuryTexts } from '../../i18n/treasury.ts';

/** Hot, cold and customer address balances of each chain. */
export function Chains() {
  const t = useTexts(treasuryTexts);
  const query = useCall(consoleCalls.treasury.balances, {}, { refetchIntervalMs: 15_000 });
  return (
    <DataTable
      label={t.tabs.chains}
      list={listFromQuery(query, ({ chains }) => chains)}
      keyOf={({ chain, coin }) => `${chain} ${coin}`}
      empty={t.noChains}
      columns={[
        {
          key: 'coin',
          label: t.coin,
          render: ({ coin, chain }) => (
            <>
              <strong>{coin}</strong>{' '}
              <Tag>
                <NetworkTitle of={chain} />
              </Tag>
            </>
          ),
        },
        { key: 'hot', label: t.hot, render: ({ hot }) => formatTrimmed(hot), end: true },
        { key: 'addresses', label: t.addresses, render: ({ addresses }) => formatTrimmed(addresses), end: true },
        { key: 'cold', label: t.cold, render: ({ cold }) => formatTrimmed(cold), end: true },
      ]}
    />
  );
}
