import { consoleCalls } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { useCall, useMay } from '../../api/index.ts';
import { Button, Split, Tabs } from '../../ui/index.ts';
import { marketTexts } from '../../i18n/markets.ts';
import { Assets } from './Assets.tsx';
import { FeeTiers } from './FeeTiers.tsx';
import { ListAsset } from './ListAsset.tsx';
import { MarketList } from './MarketList.tsx';
import { MarketPanel } from './MarketPanel.tsx';
import styles from './Markets.module.css';
import { OpenMarket } from './OpenMarket.tsx';
import { Rates, SetRate } from './Rates.tsx';
import { TierForm } from './TierForm.tsx';
import { Tokens } from './Tokens.tsx';

type Tab = keyof (typeof marketTexts)['en']['tabs'];
type FormName = 'openMarket' | 'listAsset' | 'setRate' | 'newTier' | 'checkToken';

const formOf: Readonly<Record<Tab, FormName>> = {
  markets: 'openMarket',
  assets: 'listAsset',
  rates: 'setRate',
  fees: 'newTier',
  tokens: 'checkToken',
};

/** Markets, assets, display rates and fee tiers. */
export function MarketsPage() {
  const t = useTexts(marketTexts);
  const may = useMay();
  const [tab, setTab] = useState<Tab>('markets');
  const [open, setOpen] = useState<string | null>(null);
  const [form, setForm] = useState<FormName | null>(null);
  const query = useCall(consoleCalls.markets.list, {}, { refetchIntervalMs: 10_000 });
  const shown = tab === 'markets' ? query.data?.markets.find(({ symbol }) => symbol === open) : undefined;
  const act = formOf[tab];
  return (
    <Split panel={shown && <MarketPanel key={shown.symbol} market={shown} onClose={() => setOpen(null)} />}>
      <div className={styles.page}>
        {may(tab === 'fees' ? 'fees.change' : 'markets.change') && (
          <Button variant="primary" icon="plus" className={styles.act} onClick={() => setForm(act)}>
            {t[act]}
          </Button>
        )}
        <Tabs
          label={t.tabsLabel}
          value={tab}
          onChange={setTab}
          options={(['markets', 'assets', 'tokens', 'rates', 'fees'] as const).map((value) => ({
            value,
            label: t.tabs[value],
          }))}
        >
          {tab === 'markets' && <MarketList query={query} open={open} onOpen={setOpen} />}
          {tab === 'assets' && <Assets query={query} />}
          {tab === 'rates' && <Rates query={query} />}
          {tab === 'fees' && <FeeTiers />}
          {tab === 'tokens' && <Tokens checking={form === 'checkToken'} onClose={() => setForm(null)} />}
        </Tabs>
      </div>
      {form === 'openMarket' && <OpenMarket onClose={() => setForm(null)} />}
      {form === 'listAsset' && <ListAsset onClose={() => setForm(null)} />}
      {form === 'setRate' && <SetRate onClose={() => setForm(null)} />}
      {form === 'newTier' && <TierForm tier={null} onClose={() => setForm(null)} />}
    </Split>
  );
}
