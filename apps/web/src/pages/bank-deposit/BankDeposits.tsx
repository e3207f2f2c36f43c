import { type BankDeposit, calls } from '@fft/contract';
import { usePages } from '../../api/index.ts';
import { Arrived, ArrivedRow, NoneArrived, Second } from '../../features/money/DepositParts.tsx';
import { bankDepositTexts } from '../../i18n/bank-deposit.ts';
import { useTexts } from '../../i18n/index.ts';
import { AsOf, Delayed, ErrorState, ListEnd, StaleNote, Tag } from '../../ui/kit/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';

const tones = { review: 'warn', credited: 'good', returned: 'plain' } as const satisfies Record<
  BankDeposit['state'],
  string
>;

/** A person may be deciding on one. */
const readEveryMs = 15_000;

/** The transfers that arrived, with their states. */
export function BankDeposits({ coin }: { readonly coin: string }) {
  const t = useTexts(bankDepositTexts);
  const list = usePages(calls.banks.deposits, { coin }, { refetchIntervalMs: readEveryMs });
  const { items, at, asOf, error, more, loadMore, retry, retrying } = list;
  return (
    <Arrived title={t.recent} all={{ to: `/pages/assets/encybill?coin=${coin}`, label: t.all }}>
      {items === null ? (
        error ? (
          <ErrorState error={error} onRetry={retry} busy={retrying} />
        ) : (
          <Delayed>
            <RowsSkeleton groups={[2]} look="figures" flush />
          </Delayed>
        )
      ) : (
        <>
          {error && <StaleNote at={at} onRetry={retry} busy={retrying} />}
          <AsOf time={asOf} />
          {items.length === 0 ? (
            <NoneArrived>{t.noRecent}</NoneArrived>
          ) : (
            <>
              <ul>
                {items.map((deposit) => (
                  <Row key={deposit.id} deposit={deposit} />
                ))}
              </ul>
              <ListEnd more={more} onMore={loadMore} failed={error !== null} />
            </>
          )}
        </>
      )}
    </Arrived>
  );
}

function Row({ deposit: { coin, amount, state, from, booked } }: { readonly deposit: BankDeposit }) {
  const t = useTexts(bankDepositTexts);
  return (
    <ArrivedRow
      testId="bank-deposit"
      icon={state === 'credited' ? 'check' : state === 'review' ? 'clock' : 'undo'}
      tone={tones[state]}
      amount={amount}
      coin={coin}
      state={<Tag tone={tones[state]}>{t.states[state]}</Tag>}
    >
      <Second>
        {t.booked(booked)}
        {from !== null && ` · ${from}`}
      </Second>
      {state === 'review' && <Second>{t.reviewText}</Second>}
    </ArrivedRow>
  );
}
