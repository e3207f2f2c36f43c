import { useTexts } from '../../i18n/index.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { Link } from '../../lib/routing/index.ts';
import { Callout } from '../../ui/kit/index.ts';
import { useUser } from '../session/index.ts';

export interface PayPasswordFirstProps {
  /** What needs the transaction password. */
  readonly children: string;
}

/** Leads customers without a transaction password to setting one. */
export function PayPasswordFirst({ children }: PayPasswordFirstProps) {
  const t = useTexts(moneyTexts);
  const { data: user } = useUser();
  if (user?.has.payPassword !== false) return null;
  return (
    <Callout tone="warn" icon="lock" action={<Link to="/pages/user/setJpass">{t.setPayPassword}</Link>}>
      {children}
    </Callout>
  );
}
