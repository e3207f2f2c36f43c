import { consoleCalls, isTokenRefused, type TokenCheck } from '@fft/console-contract';
import { formatTimestamp, useTexts } from '@fft/kit';
import { useState } from 'react';
import { listFromQuery, useCall, useMay, NetworkTitle } from '../../api/index.ts';
import { Button, DataTable, Tag } from '../../ui/index.ts';
import { tokenTexts } from '../../i18n/tokens.ts';
import { CheckToken } from './CheckToken.tsx';
import { Findings } from './Findings.tsx';
import { ProposeToken } from './ProposeToken.tsx';
import styles from './Markets.module.css';

const refetchIntervalMs = 3_000;

/** The tokens that operators listed, and the contracts that they had checked. */
export function Tokens({ checking, onClose }: { readonly checking: boolean; readonly onClose: () => void }) {
  const t = useTexts(tokenTexts);
  const may = useMay();
  const query = useCall(consoleCalls.tokens.list, {}, { refetchIntervalMs });
  const [proposed, setProposed] = useState<TokenCheck | null>(null);
  const isWaiting = query.data?.tokens.some(({ open }) => !open) === true;
  return (
    <div className={styles.stack}>
      <DataTable
        label={t.listed}
        list={listFromQuery(query, ({ tokens }) => tokens)}
        keyOf={({ coin, chain }) => `${chain} ${coin}`}
        empty={t.none}
        columns={[
          { key: 'coin', label: t.coin, render: ({ coin }) => <strong>{coin}</strong> },
          { key: 'chain', label: t.network, render: ({ chain }) => <NetworkTitle of={chain} /> },
          { key: 'contract', label: t.contract, render: ({ contract }) => <Contract of={contract} />, spare: true },
          { key: 'fee', label: t.fee, render: ({ fee }) => fee, end: true, spare: true },
          { key: 'operators', label: t.by, render: ({ operators }) => operators, spare: true },
          {
            key: 'state',
            label: t.state,
            render: ({ open }) => <Tag tone={open ? 'good' : 'warn'}>{open ? t.open : t.waiting}</Tag>,
            end: true,
          },
        ]}
      />
      {isWaiting && <p className={styles.text}>{t.waitingText}</p>}
      <DataTable
        label={t.checks}
        list={listFromQuery(query, ({ checks }) => checks)}
        keyOf={({ id }) => id}
        empty={t.noChecks}
        columns={[
          { key: 'symbol', label: t.symbol, render: ({ answer }) => <strong>{answer?.symbol || t.unnamed}</strong> },
          { key: 'chain', label: t.network, render: ({ chain }) => <NetworkTitle of={chain} /> },
          { key: 'contract', label: t.contract, render: ({ contract }) => <Contract of={contract} />, spare: true },
          {
            key: 'decimals',
            label: t.decimals,
            render: ({ answer }) => answer?.decimals ?? '',
            end: true,
            spare: true,
          },
          { key: 'findings', label: t.findings, render: ({ answer }) => <Findings of={answer} /> },
          { key: 'time', label: t.time, render: ({ time }) => formatTimestamp(time), spare: true },
          {
            key: 'act',
            label: t.result,
            render: (check) =>
              may('markets.change') && check.answer && !isTokenRefused(check.answer.findings) ? (
                <Button variant="secondary" onClick={() => setProposed(check)}>
                  {t.propose}
                </Button>
              ) : (
                <Result of={check.answer} />
              ),
            end: true,
          },
        ]}
      />
      {checking && <CheckToken networks={query.data?.networks ?? []} onClose={onClose} />}
      {proposed && <ProposeToken check={proposed} onClose={() => setProposed(null)} />}
    </div>
  );
}

function Contract({ of: contract }: { readonly of: string }) {
  return <span title={contract}>{`${contract.slice(0, 8)}…${contract.slice(-6)}`}</span>;
}

function Result({ of: answer }: { readonly of: TokenCheck['answer'] }) {
  const t = useTexts(tokenTexts);
  if (answer === null) return <Tag tone="accent">{t.checking}</Tag>;
  const isRefused = isTokenRefused(answer.findings);
  return <Tag tone={isRefused ? 'danger' : 'good'}>{isRefused ? t.failed : t.passed}</Tag>;
}
