import { consoleCalls } from '@fft/console-contract';
import { formatAmount, formatTimestamp, toast, useTexts } from '@fft/kit';
import { RefusedError } from '@fft/client';
import { useState } from 'react';
import { callApi, useCall, useMay } from '../../api/index.ts';
import { AccountName, BatchItems } from '../../features/bank-money/index.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { uiTexts } from '../../i18n/ui.ts';
import { Button, Callout, DetailList, Loaded, Panel, Tag } from '../../ui/index.ts';
import { batchTones } from './Batches.tsx';
import styles from './Banks.module.css';

export interface BatchPanelProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** One batch: its payments, who proposed and released it, and the file for the bank. */
export function BatchPanel({ id, onClose }: BatchPanelProps) {
  const t = useTexts(bankTexts);
  const may = useMay();
  const query = useCall(consoleCalls.banks.batch, { id }, { refetchIntervalMs: 10_000 });
  const state = query.data?.state;
  return (
    <Panel
      label={t.batch(id)}
      title={
        <>
          {t.batch(id)} {state && <Tag tone={batchTones[state]}>{t.batchStates[state]}</Tag>}
        </>
      }
      onClose={onClose}
      foot={state === 'released' && may('banks.manage') && <Download id={id} />}
    >
      <Loaded query={query}>
        {({ account, coin, count, total, proposer, releaser, released, time, digest, items, state: now }) => (
          <>
            {now === 'proposed' && <Callout tone="warn">{t.proposalBy(proposer)}</Callout>}
            <DetailList
              items={[
                [t.total, <strong key="total">{`${formatAmount(total)} ${coin}`}</strong>],
                [t.payments, count],
                [t.account, <AccountName key="account" id={account} />],
                [t.proposer, `${proposer} · ${formatTimestamp(time)}`],
                releaser === null ? null : [t.releaser, `${releaser} · ${formatTimestamp(released)}`],
                [
                  t.digest,
                  <span key="digest" className={styles.long}>
                    {digest}
                  </span>,
                ],
              ]}
            />
            <BatchItems coin={coin} items={items} mayGiveBack={may('banks.manage')} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Download({ id }: { readonly id: number }) {
  const t = useTexts(bankTexts);
  const ui = useTexts(uiTexts);
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const { name, text } = await callApi(consoleCalls.banks.batchFile, { id });
      const url = URL.createObjectURL(new Blob([text], { type: 'application/xml' }));
      const link = Object.assign(document.createElement('a'), { href: url, download: name });
      link.click();
      URL.revokeObjectURL(url);
    } catch (error) {
      toast(error instanceof RefusedError ? error.message : ui.network);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button size="large" variant="primary" icon="download" busy={busy} onClick={() => void save()}>
      {t.download}
    </Button>
  );
}
