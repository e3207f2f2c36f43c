import { consoleCalls, type MoneyFacts } from '@fft/console-contract';
import { formatAmount, formatMinute, useTexts } from '@fft/kit';
import { useCall } from '../../api/index.ts';
import { customerTexts } from '../../i18n/customers.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { DetailList, Loaded } from '../../ui/index.ts';
import { Sum, type SumProps } from './Sum.tsx';
import { useSubject } from './Subject.tsx';

export interface CreditFactsProps extends SumProps {
  readonly subject: MoneyFacts;
}

/** A credit or correction: the amount, its value, and the customer. */
export function CreditFacts({ subject, ...sum }: CreditFactsProps) {
  const items = useSubject(subject);
  return (
    <>
      <Sum {...sum} />
      <DetailList items={items} />
    </>
  );
}

/** A customer's identity, for decisions that move no money. */
export function CustomerCheck({ id }: { readonly id: number }) {
  const t = useTexts(moneyTexts);
  const words = useTexts(customerTexts);
  const query = useCall(consoleCalls.customers.read, { id });
  return (
    <Loaded query={query}>
      {({ name, email, nickname, identity, created, worth, lastLogin }) => (
        <DetailList
          items={[
            [t.name, name ?? t.noName],
            [t.identity, t.identities[identity]],
            [t.account, [String(id), email ?? nickname].filter((part) => part !== null).join(' · ')],
            [t.since, formatMinute(created)],
            [words.lastLogin, formatMinute(lastLogin)],
            [t.balances, formatAmount(worth, 2)],
          ]}
        />
      )}
    </Loaded>
  );
}
