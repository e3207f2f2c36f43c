import { consoleCalls, type FeeTier } from '@fft/console-contract';
import { formatAmount, useLang, useTexts } from '@fft/kit';
import { useState } from 'react';
import { listFromQuery, useAct, useCall, useMay } from '../../api/index.ts';
import { DataTable, Dialog, IconButton } from '../../ui/index.ts';
import { formatPpm } from '../../lib/ppm.ts';
import { marketTexts } from '../../i18n/markets.ts';
import styles from './Markets.module.css';
import { OwnFees } from './OwnFees.tsx';
import { tierName } from './tier-name.ts';
import { TierForm } from './TierForm.tsx';
import { useProposable } from './use-proposable.ts';

/** The fee tiers, and a form for one customer's fees. */
export function FeeTiers() {
  const t = useTexts(marketTexts);
  const lang = useLang();
  const may = useMay();
  const query = useCall(consoleCalls.fees.tiers, {});
  const [edited, setEdited] = useState<FeeTier | null>(null);
  const [removed, setRemoved] = useState<FeeTier | null>(null);
  const mayChange = may('fees.change');
  return (
    <div className={styles.stack}>
      <DataTable
        label={t.tiers}
        list={listFromQuery(query, (tiers) => tiers)}
        keyOf={({ id }) => id}
        empty={t.noTiers}
        columns={[
          { key: 'name', label: t.tier, render: (tier) => <strong>{tierName(tier, lang)}</strong> },
          {
            key: 'from',
            label: t.fromTurnover,
            render: ({ fromUsdt }) => (fromUsdt === null ? t.byHand : formatAmount(String(fromUsdt))),
            end: true,
          },
          { key: 'maker', label: t.maker, render: ({ makerPpm }) => formatPpm(makerPpm), end: true },
          { key: 'taker', label: t.taker, render: ({ takerPpm }) => formatPpm(takerPpm), end: true },
          {
            key: 'customers',
            label: t.customersIn,
            render: ({ customers }) => formatAmount(String(customers)),
            end: true,
            spare: true,
          },
          {
            key: 'acts',
            label: '',
            render: (tier) =>
              mayChange && (
                <span className={styles.end}>
                  <IconButton icon="edit" label={t.editTier} onClick={() => setEdited(tier)} />
                  <IconButton icon="trash" label={t.removeTier} onClick={() => setRemoved(tier)} />
                </span>
              ),
            end: true,
          },
        ]}
      />
      <p className={styles.text}>{t.tiersText}</p>
      {mayChange && <OwnFees tiers={query.data ?? []} />}
      {edited && <TierForm tier={edited} onClose={() => setEdited(null)} />}
      {removed && <RemoveTier tier={removed} onClose={() => setRemoved(null)} />}
    </div>
  );
}

function RemoveTier({ tier, onClose }: { readonly tier: FeeTier; readonly onClose: () => void }) {
  const t = useTexts(marketTexts);
  const proposable = useProposable();
  const remove = useAct(consoleCalls.fees.deleteTier, proposable(t.tierRemoved, onClose));
  return (
    <Dialog
      title={t.removeTier}
      onClose={onClose}
      confirm={{
        label: t.removeTier,
        variant: 'danger',
        busy: remove.busy,
        onPress: () => remove.run({ id: tier.id }),
      }}
    >
      <p>{t.removeTierText(tier.customers)}</p>
    </Dialog>
  );
}
