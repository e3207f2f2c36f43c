import { calls } from '@fft/contract';
import { useCall } from '../../api/index.ts';
import { formatAmount, formatMinute } from '../../lib/format/index.ts';
import { trimZeros } from '../../lib/exact.ts';
import { Tag } from '../../ui/kit/index.ts';
import { AddressText } from '../../features/money/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { proofTexts } from './proof-texts.ts';
import type { Publication } from './publication.ts';
import styles from './Proof.module.css';
import type { CheckedSignature } from '@fft/liabilities';
import { useEffect, useState } from 'react';
import { retryUntilLoaded } from '../../ui/lazy/index.ts';

const amountOf = (amount: string): string => formatAmount(trimZeros(amount));

interface SignedProps {
  /** Null while it is checked. */
  readonly holds: boolean | undefined | null;
}

/** If the key of an address signed the day's totals, as checked on this device. */
function Signed({ holds }: SignedProps) {
  const t = useTexts(proofTexts);
  if (holds === null) return null;
  if (holds === undefined) return <Tag>{t.notSigned}</Tag>;
  return <Tag tone={holds ? 'good' : 'danger'}>{holds ? t.signed : t.wronglySigned}</Tag>;
}

interface ColdSignedProps {
  readonly chain: string;
  readonly address: string;
  readonly publication: Publication;
  readonly publications: readonly Publication[];
}

/** People sign for a cold wallet, and not every day: shows its newest signature up to this day. */
function ColdSigned({ chain, address, publication, publications }: ColdSignedProps) {
  const t = useTexts(proofTexts);
  const isOf = (one: { readonly chain: string; readonly address: string }): boolean =>
    one.chain === chain && one.address === address;
  // The newest is first.
  const last = publications.find(({ day, signatures }) => day <= publication.day && signatures.some(isOf));
  const holds = useCheckedSignatures(last ?? publication)?.find(isOf)?.holds;
  if (last && last.day !== publication.day && holds) return <Tag tone="good">{t.lastSigned(last.day)}</Tag>;
  return <Signed holds={last ? (holds ?? null) : undefined} />;
}

interface ReservesProps {
  readonly publication: Publication;
  /** All published days, the newest first. */
  readonly publications: readonly Publication[];
}

/** Reserves chain by chain: public addresses, their signatures and their counted balances. Empty if no chain is followed. */
export function Reserves({ publication, publications }: ReservesProps) {
  const t = useTexts(proofTexts);
  const checked = useCheckedSignatures(publication);
  const holdsOf = (chain: string, address: string): boolean | undefined | null =>
    checked && checked.find((one) => one.chain === chain && one.address === address)?.holds;
  const { data } = useCall(calls.proof.reserves, {}, { quiet: true });
  if (data === undefined || data.length === 0) return null;
  return (
    <section className={styles.group}>
      <h2 className={styles.heading}>{t.reserves}</h2>
      <p className={styles.small}>{t.reservesText}</p>
      <p className={styles.small}>{t.signedText(publication.day)}</p>
      {data.map(({ chain, name, hot, cold, depositAddresses, time, coins }) => (
        <div key={chain} className={styles.total} data-testid={`reserve-${chain}`}>
          <h3 className={styles.chain}>{name}</h3>
          <dl className={styles.places}>
            <dt>{t.hot}</dt>
            <dd>
              <AddressText address={hot} /> <Signed holds={holdsOf(chain, hot)} />
            </dd>
            <dt>{t.cold}</dt>
            <dd>
              {cold === null ? (
                t.noCold
              ) : (
                <>
                  <AddressText address={cold} />{' '}
                  <ColdSigned chain={chain} address={cold} publication={publication} publications={publications} />
                </>
              )}
            </dd>
            <dt>{t.depositAddresses}</dt>
            <dd>{formatAmount(String(depositAddresses))}</dd>
            {coins.map((one) => [
              <dt key={one.coin}>{one.coin}</dt>,
              <dd key={`${one.coin} places`}>
                {t.places(amountOf(one.hot), amountOf(one.unswept), amountOf(one.cold))}
              </dd>,
            ])}
          </dl>
          <p className={styles.small}>{t.counted(formatMinute(time))}</p>
        </div>
      ))}
    </section>
  );
}

/** Checks the wallets' signatures of a publication on this device. Null until they are checked: the curves' code is loaded for it. */
function useCheckedSignatures(publication: Publication): readonly CheckedSignature[] | null {
  const [checked, setChecked] = useState<{ of: Publication; all: readonly CheckedSignature[] } | null>(null);
  useEffect(() => {
    let isOver = false;
    void retryUntilLoaded(() => import('./check-signatures.ts')).then(({ verifyReserves }) => {
      if (!isOver) setChecked({ of: publication, all: verifyReserves(publication) });
    });
    return () => {
      isOver = true;
    };
  }, [publication]);
  return checked?.of === publication ? checked.all : null;
}
