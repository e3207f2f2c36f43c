import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { useMay } from '../../api/index.ts';
import { Button, Split, Tabs } from '../../ui/index.ts';
import { treasuryTexts } from '../../i18n/treasury.ts';
import { Adjust } from './Adjust.tsx';
import { Chains } from './Chains.tsx';
import { Movements } from './Movements.tsx';
import { Networks } from './Networks.tsx';
import { PaymentPanel } from './PaymentPanel.tsx';
import { Recoveries } from './Recoveries.tsx';
import { ReserveSignatures } from './ReserveSignatures.tsx';
import { Solvency } from './Solvency.tsx';
import styles from './Treasury.module.css';

const tabs = ['solvency', 'chains', 'networks', 'deposits', 'payments', 'recoveries'] as const;

/** Solvency, wallets, on-chain movements and corrections. */
export function TreasuryPage() {
  const t = useTexts(treasuryTexts);
  const may = useMay();
  const [tab, setTab] = useState<(typeof tabs)[number]>('solvency');
  const [adjusting, setAdjusting] = useState(false);
  const [payment, setPayment] = useState<number | null>(null);
  return (
    <Split
      panel={
        tab === 'payments' &&
        payment !== null && <PaymentPanel key={payment} id={payment} onClose={() => setPayment(null)} />
      }
    >
      <div>
        {may('adjustments.make') && (
          <Button variant="primary" icon="plus" className={styles.act} onClick={() => setAdjusting(true)}>
            {t.adjust}
          </Button>
        )}
        <Tabs
          label={t.tabsLabel}
          value={tab}
          onChange={setTab}
          options={tabs.map((value) => ({ value, label: t.tabs[value] }))}
        >
          {tab === 'solvency' && <Solvency />}
          {tab === 'chains' && (
            <>
              <Chains />
              <ReserveSignatures />
            </>
          )}
          {tab === 'networks' && <Networks />}
          {tab === 'deposits' && <Movements key={tab} kind={tab} />}
          {tab === 'recoveries' && <Recoveries />}
          {tab === 'payments' && <Movements key={tab} kind={tab} open={{ id: payment, set: setPayment }} />}
        </Tabs>
      </div>
      {adjusting && <Adjust onClose={() => setAdjusting(false)} />}
    </Split>
  );
}
