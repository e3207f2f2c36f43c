import { type BankEntryLine, consoleCalls } from '@fft/console-contract';
import { formatAmount, Link, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useCall, useMay } from '../../api/index.ts';
import { AccountName, Doubts } from '../../features/bank-money/index.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { Button, Callout, DetailList, Loaded, Panel, Tag } from '../../ui/index.ts';
import { DecideEntry, type Decision } from './DecideEntry.tsx';
import { Parts } from './Parts.tsx';
import { entryTones } from './Queue.tsx';
import styles from './Banks.module.css';

export interface EntryPanelProps {
  readonly id: number;
  readonly onClose: () => void;
  /** Opens another entry. */
  readonly onOpen: (id: number) => void;
}

/** One entry of a bank: what the bank wrote, the customers it may belong to, and the decision. */
export function EntryPanel({ id, onClose, onOpen }: EntryPanelProps) {
  const t = useTexts(bankTexts);
  const may = useMay();
  const query = useCall(consoleCalls.banks.entry, { id }, { refetchIntervalMs: 10_000 });
  const [decision, setDecision] = useState<Decision | null>(null);
  const entry = query.data?.entry;
  const isOpen = entry?.state === 'queued' && entry.proposal === null && may('banks.manage');
  const isDoubted = isOpen && entry.twin !== null;
  const isCreditable = isOpen && !isDoubted && entry.direction === 'in' && !entry.doubts.includes('altered');
  return (
    <Panel
      label={t.detail}
      title={
        <>
          {t.entryTitle(id)} {entry && <Tag tone={entryTones[entry.state]}>{t.states[entry.state]}</Tag>}
        </>
      }
      onClose={onClose}
      foot={
        isOpen && (
          <div className={styles.acts}>
            <Button size="large" variant="outline" onClick={() => setDecision({ act: 'ignore' })}>
              {t.ignore}
            </Button>
            {isDoubted &&
              (['same', 'other'] as const).map((act) => (
                <Button key={act} size="large" onClick={() => setDecision({ act })}>
                  {t.twinActs[act]}
                </Button>
              ))}
            {isCreditable && entry.name !== null && entry.number !== null && (
              <Button size="large" variant="outline" onClick={() => setDecision({ act: 'return' })}>
                {t.return}
              </Button>
            )}
            {isCreditable && (
              <Button size="large" onClick={() => setDecision({ act: 'match' })}>
                {t.matchOther}
              </Button>
            )}
          </div>
        )
      }
    >
      <Loaded query={query}>
        {({ entry: read, parts, suggestions }) => (
          <>
            {read.proposal && <Callout tone="warn">{t.proposalBy(read.proposal.proposer)}</Callout>}
            <Facts entry={read} onOpen={onOpen} />
            {parts.length > 0 && <Parts coin={read.coin} parts={parts} onOpen={onOpen} />}
            {isCreditable && (
              <>
                <h3 className={styles.heading}>{t.suggestions}</h3>
                {suggestions.length === 0 && <p className={styles.weak}>{t.noSuggestions}</p>}
                {suggestions.map(({ customer, name, email, by }) => (
                  <div key={customer} className={styles.suggestion}>
                    <div className={styles.long}>
                      <strong>{name ?? customer}</strong>{' '}
                      {by.map((each) => (
                        <span key={each}>
                          <Tag tone="accent">{t.by[each]}</Tag>{' '}
                        </span>
                      ))}
                      <br />
                      <span className={styles.weak}>
                        {may('customers.see') ? (
                          <Link to={`/customers?id=${customer}`}>{t.openCustomer(customer)}</Link>
                        ) : (
                          customer
                        )}
                        {email !== null && ` · ${email}`}
                      </span>
                    </div>
                    <Button variant="good" onClick={() => setDecision({ act: 'match', customer })}>
                      {t.match}
                    </Button>
                  </div>
                ))}
              </>
            )}
          </>
        )}
      </Loaded>
      {entry && decision && <DecideEntry entry={entry} decision={decision} onClose={() => setDecision(null)} />}
    </Panel>
  );
}

function EntryLink({ id, onOpen }: { readonly id: number; readonly onOpen: (id: number) => void }) {
  const t = useTexts(bankTexts);
  return (
    <button type="button" className={styles.link} onClick={() => onOpen(id)}>
      {t.entryTitle(id)}
    </button>
  );
}

function Facts({ entry, onOpen }: { readonly entry: BankEntryLine; readonly onOpen: (id: number) => void }) {
  const t = useTexts(bankTexts);
  const { account, direction, amount, coin, booked, name, number, text, reference, endToEnd, doubts, customer } = entry;
  const { state, parent, twin, unusual, count } = entry;
  return (
    <DetailList
      items={[
        [t.amount, <strong key="amount">{`${direction === 'in' ? '+' : '−'}${formatAmount(amount)} ${coin}`}</strong>],
        doubts.length === 0 ? null : [t.why, <Doubts key="why" doubts={doubts} />],
        twin === null
          ? null
          : [state === 'same' ? t.joined : t.twin, <EntryLink key="twin" id={twin} onOpen={onOpen} />],
        parent === null ? null : [t.partOf, <EntryLink key="parent" id={parent} onOpen={onOpen} />],
        unusual === null ? null : [t.unusualLabel, t.unusual[unusual]],
        [t.sender, name ?? (count > 0 ? t.partsCount(count) : t.unknownSender)],
        number === null ? null : [t.number, number],
        text === '' ? null : [t.text, text],
        customer === null ? null : [t.customer, `${customer.name ?? ''} ${customer.customer}`.trim()],
        [t.booked, booked],
        [t.account, <AccountName key="account" id={account} />],
        reference === null ? null : [t.reference, reference],
        endToEnd === null ? null : [t.endToEnd, endToEnd],
      ]}
    />
  );
}
