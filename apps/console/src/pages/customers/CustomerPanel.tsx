import { consoleCalls, type CustomerDetail } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { useCall } from '../../api/index.ts';
import { Loaded, Monogram, Panel, Tabs } from '../../ui/index.ts';
import { customerTexts } from '../../i18n/customers.ts';
import { ApiKeys } from './ApiKeys.tsx';
import { Balances } from './Balances.tsx';
import { BankMoney } from './BankMoney.tsx';
import { CustomerActions } from './CustomerActions.tsx';
import { Notes } from './Notes.tsx';
import { Orders } from './Orders.tsx';
import { Profile } from './Profile.tsx';
import { Sessions } from './Sessions.tsx';
import { Statement } from './Statement.tsx';
import { CustomerState, IdentityState } from './States.tsx';

const tabs = ['profile', 'balances', 'orders', 'statement', 'bank', 'sessions', 'apiKeys', 'notes'] as const;
type Tab = (typeof tabs)[number];

/** All data about one customer, in tabs. */
export function CustomerPanel({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const t = useTexts(customerTexts);
  const [tab, setTab] = useState<Tab>('profile');
  const query = useCall(consoleCalls.customers.read, { id }, { refetchIntervalMs: 10_000 });
  const { data } = query;
  const name = data && (data.name ?? data.nickname);
  const title = name ?? data?.email ?? null;
  return (
    <Panel
      label={t.tabsLabel}
      mark={<Monogram of={title ?? '?'} />}
      title={
        <>
          {title ?? id}
          {data && <IdentityState state={data.identity} />}
          {data?.locked && <CustomerState locked />}
        </>
      }
      line={`${t.number} ${id}${name && data?.email ? ` · ${data.email}` : ''}`}
      onClose={onClose}
      foot={data && <CustomerActions customer={data} />}
    >
      <Loaded query={query}>
        {(customer) => (
          <Tabs
            label={t.tabsLabel}
            value={tab}
            onChange={setTab}
            options={tabs.map((value) => ({ value, label: t.tabs[value] }))}
          >
            <TabContent tab={tab} customer={customer} />
          </Tabs>
        )}
      </Loaded>
    </Panel>
  );
}

function TabContent({ tab, customer }: { readonly tab: Tab; readonly customer: CustomerDetail }) {
  switch (tab) {
    case 'profile':
      return <Profile customer={customer} />;
    case 'balances':
      return <Balances customer={customer} />;
    case 'orders':
      return <Orders customer={customer.id} />;
    case 'statement':
      return <Statement customer={customer.id} />;
    case 'bank':
      return <BankMoney customer={customer.id} />;
    case 'sessions':
      return <Sessions customer={customer} />;
    case 'apiKeys':
      return <ApiKeys customer={customer.id} />;
    case 'notes':
      return <Notes customer={customer} />;
  }
}
