import { consoleCalls, type HouseBankAccount } from '@fft/console-contract';
import { formatClock, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct, useCall } from '../../api/index.ts';
import { BatchItems, nameOf } from '../../features/bank-money/index.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { Callout, Dialog, Loaded, Select } from '../../ui/index.ts';

export interface NewBatchProps {
  readonly accounts: readonly HouseBankAccount[];
  readonly onClose: () => void;
}

/** Proposes everything that can leave an account as one batch. */
export function NewBatch({ accounts, onClose }: NewBatchProps) {
  const t = useTexts(bankTexts);
  const [account, setAccount] = useState(String(accounts[0]?.id ?? ''));
  const chosen = accounts.find(({ id }) => String(id) === account);
  const query = useCall(
    consoleCalls.banks.payable,
    { account: chosen?.id ?? 0 },
    { enabled: chosen !== undefined, refetchIntervalMs: 15_000 },
  );
  const propose = useAct(consoleCalls.banks.proposeBatch, { successMessage: t.proposed, onDone: onClose });
  const items = query.data?.items ?? [];
  return (
    <Dialog
      wide
      title={t.newBatch}
      onClose={onClose}
      confirm={{
        label: items.length === 0 ? t.propose : t.proposeBatch(items.length),
        busy: propose.busy,
        disabled: items.length === 0,
        onPress: () => propose.run({ account, items: items.map(({ endToEnd }) => endToEnd).join(',') }),
      }}
    >
      <Select
        label={t.account}
        value={account}
        onChange={setAccount}
        options={accounts.map((each) => ({ value: String(each.id), label: nameOf(each) }))}
      />
      {chosen && (
        <Loaded query={query}>
          {({ items: payable, leftOut, leavesOn, cutOff }) => (
            <>
              <Callout>{t.leavesOn(leavesOn, formatClock(cutOff))}</Callout>
              <BatchItems coin={chosen.coin} items={payable} />
              {leftOut.length > 0 && (
                <>
                  <Callout tone="danger">{t.unwritable}</Callout>
                  <BatchItems
                    coin={chosen.coin}
                    items={leftOut.map((item) => ({ ...item, state: 'leftOut' }))}
                    mayGiveBack
                  />
                </>
              )}
            </>
          )}
        </Loaded>
      )}
      <Callout tone="warn">{t.batchText}</Callout>
    </Dialog>
  );
}
