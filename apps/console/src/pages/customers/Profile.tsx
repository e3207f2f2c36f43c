import type { CustomerDetail } from '@fft/console-contract';
import { formatAmount, formatMinute, useLang, useTexts } from '@fft/kit';
import { DetailList, Callout } from '../../ui/index.ts';
import { formatPpm } from '../../lib/ppm.ts';
import { customerTexts } from '../../i18n/customers.ts';
import { countryName } from '../../lib/country-name.ts';

/** Identity, contact, security settings and fees of the customer. */
export function Profile({ customer }: { readonly customer: CustomerDetail }) {
  const t = useTexts(customerTexts);
  const lang = useLang();
  const { has, fees, feeTier, lockedBy, lock, lockProposer, holdUntil } = customer;
  const set = (is: boolean): string => (is ? t.set : t.notSet);
  return (
    <>
      {lockedBy && (
        <Callout tone="danger">
          {[
            t.lockedBy[lockedBy],
            lock && t.lockedAs(t.lockKinds[lock.kind ?? 'compliance']),
            lock?.operator,
            lock && formatMinute(lock.time),
            lock?.reason,
          ]
            .filter((part) => part != null)
            .join(' · ')}
        </Callout>
      )}
      {lockProposer !== null && <Callout tone="warn">{t.lockProposed(lockProposer)}</Callout>}
      {holdUntil !== null && (
        <Callout tone="warn">
          {t.holdUntil} {formatMinute(holdUntil)}
        </Callout>
      )}
      <DetailList
        items={[
          [t.worth, <strong key="worth">{formatAmount(customer.worth, 2)}</strong>],
          [t.name, customer.name ?? t.notGiven],
          [t.email, customer.email ?? t.noAddress],
          [t.phone, customer.phone ?? t.notGiven],
          [t.nickname, customer.nickname ?? t.notGiven],
          [t.language, t.languages[customer.lang]],
          [t.country, customer.country === null ? t.notGiven : countryName(customer.country, lang)],
          [t.created, formatMinute(customer.created)],
          [t.lastLogin, customer.lastLogin === null ? t.never : formatMinute(customer.lastLogin)],
          [t.totp, set(has.totp)],
          [t.passkeys, has.passkeys],
          [t.payPassword, set(has.payPassword)],
          [t.fees, fees ? t.makerTaker(formatPpm(fees.makerPpm), formatPpm(fees.takerPpm)) : t.marketFees],
          [
            t.feeTier,
            feeTier.tier
              ? `${lang === 'zh' ? feeTier.tier.nameZh : feeTier.tier.nameEn}${feeTier.byHand ? t.byHand : ''}`
              : t.noTier,
          ],
          [t.turnover, formatAmount(String(feeTier.turnoverUsdt))],
        ]}
      />
    </>
  );
}
