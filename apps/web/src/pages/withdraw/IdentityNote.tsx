import type { User } from '@fft/contract';
import { Link } from '../../lib/routing/index.ts';
import { Callout } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { withdrawTexts } from '../../i18n/withdraw.ts';

/** Says before anything is filled in that withdrawals need a verified identity, if the exchange's rules require one. */
export function IdentityNote({ user: { identity, rules } }: { readonly user: User }) {
  const t = useTexts(withdrawTexts);
  if (identity.state === 'passed' || !rules.identityRequiredFor.includes('withdraw')) return null;
  if (identity.state === 'pending') {
    return (
      <Callout tone="warn" icon="clock">
        {t.identityPending}
      </Callout>
    );
  }
  return (
    <Callout tone="warn" icon="identity" action={<Link to="/pages/user/idauth">{t.identityGo}</Link>}>
      {t.identityNeeded}
    </Callout>
  );
}
