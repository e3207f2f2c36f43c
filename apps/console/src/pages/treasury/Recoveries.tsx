import { consoleCalls, type Recovery, type RecoveryArrival } from '@fft/console-contract';
import { formatTimestamp, Link, useTexts } from '@fft/kit';
import { useState } from 'react';
import {
  listFromQuery,
  useAct,
  useCall,
  useMay,
  useRequestId,
  useNetworkTitle,
  NetworkTitle,
} from '../../api/index.ts';
import {
  Button,
  Callout,
  DataTable,
  DetailList,
  Dialog,
  Field,
  Select,
  Tag,
  TransactionLink,
  useFields,
} from '../../ui/index.ts';
import { formatTrimmed } from '../../lib/trimmed.ts';
import { shorten } from '../../lib/shorten.ts';
import { recoveryTexts } from '../../i18n/recoveries.ts';
import styles from './Treasury.module.css';

const every = { refetchIntervalMs: 3_000 };

/** Coins that came to customers' addresses without being credited, by the transactions that operators name. */
export function Recoveries() {
  const t = useTexts(recoveryTexts);
  const may = useMay();
  const query = useCall(consoleCalls.recoveries.list, {}, every);
  const [finding, setFinding] = useState(false);
  const [proposed, setProposed] = useState<Recovery | null>(null);
  return (
    <>
      <p className={styles.note}>{t.intro}</p>
      {may('adjustments.make') && (
        <div className={styles.acts}>
          <Button variant="secondary" onClick={() => setFinding(true)}>
            {t.find}
          </Button>
        </div>
      )}
      <DataTable
        label={t.list}
        list={listFromQuery(query, ({ recoveries }) => recoveries)}
        keyOf={({ id }) => id}
        empty={t.none}
        columns={[
          {
            key: 'network',
            label: t.network,
            render: ({ chain }) => <NetworkTitle of={chain} />,
            lead: true,
            tight: true,
          },
          {
            key: 'txid',
            label: t.txid,
            render: ({ txid, explorerUrl }) => (
              <TransactionLink txid={txid} url={explorerUrl}>
                {shorten(txid)}
              </TransactionLink>
            ),
            spare: 'below',
            tight: true,
          },
          {
            key: 'result',
            label: t.result,
            render: (recovery) => (
              <>
                <Result of={recovery} />
                {may('adjustments.make') && canPropose(recovery) && (
                  <Button variant="secondary" onClick={() => setProposed(recovery)}>
                    {t.propose}
                  </Button>
                )}
              </>
            ),
          },
          { key: 'time', label: t.time, render: ({ time }) => formatTimestamp(time), spare: true, tight: true },
        ]}
      />
      {finding && <Find networks={query.data?.networks ?? []} onClose={() => setFinding(false)} />}
      {proposed && <Propose recovery={proposed} onClose={() => setProposed(null)} />}
    </>
  );
}

function canPropose({ answer, proposer, operators }: Recovery): boolean {
  const isFound = answer?.arrivals.some(({ state }) => state === 'recoverable') === true;
  return isFound && proposer === null && operators === null;
}

function Result({ of: { answer, proposer, operators, outcome } }: { readonly of: Recovery }) {
  const t = useTexts(recoveryTexts);
  if (answer === null) return <Tag tone="accent">{t.reading}</Tag>;
  if (answer.finding !== 'found') return <Tag tone="warn">{t.findings[answer.finding]}</Tag>;
  return (
    <>
      <Arrivals of={answer.arrivals} isEnded={outcome !== null} />
      {proposer !== null && <Tag tone="warn">{t.proposedBy(proposer)}</Tag>}
      {operators !== null && outcome === null && <Tag tone="accent">{t.agreed}</Tag>}
      {outcome !== null && <Tag tone={outcome === 'recorded' ? 'good' : 'danger'}>{t.outcomes[outcome]}</Tag>}
    </>
  );
}

interface ArrivalsProps {
  readonly of: readonly RecoveryArrival[];
  /** True once the recovery's outcome says what became of them. */
  readonly isEnded?: boolean;
}

function Arrivals({ of: arrivals, isEnded = false }: ArrivalsProps) {
  const t = useTexts(recoveryTexts);
  return (
    <ul className={styles.rows}>
      {arrivals.map(({ position, customer, coin, amount, contract, state }) => (
        <li key={position}>
          <span>
            <Link to={`/customers?id=${customer}`}>{t.customer(customer)}</Link>
            {' · '}
            {coin === null || amount === null ? (
              <span title={contract ?? ''}>{shorten(contract ?? '')}</span>
            ) : (
              `${formatTrimmed(amount)} ${coin}`
            )}{' '}
            {!isEnded && <Tag tone={state === 'recoverable' ? 'good' : 'warn'}>{t.states[state]}</Tag>}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface FindProps {
  readonly networks: readonly string[];
  readonly onClose: () => void;
}

/** Names a transaction, which custody reads. */
function Find({ networks, onClose }: FindProps) {
  const t = useTexts(recoveryTexts);
  const titleOf = useNetworkTitle();
  const [chosen, setChosen] = useState<string | null>(null);
  const find = useAct(consoleCalls.recoveries.find, { successMessage: t.asked, onDone: onClose });
  const { values, field } = useFields({ txid: '' }, find.fields);
  const chain = chosen ?? networks[0] ?? '';
  return (
    <Dialog
      title={t.find}
      onClose={onClose}
      confirm={{ label: t.find, busy: find.busy, onPress: () => find.run({ chain, txid: values.txid.trim() }) }}
    >
      <Callout tone="info">{t.findText}</Callout>
      <Select
        label={t.network}
        value={chain}
        onChange={setChosen}
        options={networks.map((value) => ({ value, label: titleOf(value) }))}
      />
      <Field label={t.txid} {...field('txid')} autoCapitalize="none" spellCheck={false} />
    </Dialog>
  );
}

interface ProposeProps {
  readonly recovery: Recovery;
  readonly onClose: () => void;
}

/** Proposes to credit what was found; a second operator must agree. */
function Propose({ recovery: { id, chain, txid, explorerUrl, answer }, onClose }: ProposeProps) {
  const t = useTexts(recoveryTexts);
  const propose = useAct(consoleCalls.recoveries.propose, { successMessage: t.proposed, onDone: onClose });
  const requestId = useRequestId();
  return (
    <Dialog
      title={t.propose}
      onClose={onClose}
      confirm={{
        label: t.propose,
        busy: propose.busy,
        onPress: () => propose.run({ id, requestId: requestId.idFor({ id }) }),
      }}
    >
      <Callout tone="warn">{t.proposeText}</Callout>
      <DetailList
        items={[
          [t.network, <NetworkTitle key="network" of={chain} />],
          [
            t.txid,
            <span key="txid" className={styles.address}>
              <TransactionLink txid={txid} url={explorerUrl} />
            </span>,
          ],
        ]}
      />
      <Arrivals of={answer?.arrivals ?? []} />
    </Dialog>
  );
}
