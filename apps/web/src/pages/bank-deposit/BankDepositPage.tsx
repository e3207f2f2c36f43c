import { type BankDetails, calls } from '@fft/contract';
import { useCall } from '../../api/index.ts';
import { HelpButton } from '../../features/help/index.ts';
import { BankCurrencyField } from '../../features/money/BankCurrencyField.tsx';
import { BillsLink, ThreeFacts } from '../../features/money/DepositParts.tsx';
import { IdentityFirst } from '../../features/money/IdentityFirst.tsx';
import { useBankCurrency } from '../../features/money/use-bank-currency.ts';
import { LoggedIn } from '../../features/session/index.ts';
import { CallView, Page } from '../../features/shell/index.ts';
import { bankDepositTexts } from '../../i18n/bank-deposit.ts';
import { useTexts, useLang } from '../../i18n/index.ts';
import { useParameters } from '../../lib/routing/index.ts';
import { Callout, Empty, Button } from '../../ui/kit/index.ts';
import { BankDeposits } from './BankDeposits.tsx';
import { BankDepositSkeleton } from './BankDepositSkeleton.tsx';
import { HouseAccount } from './HouseAccount.tsx';
import styles from './BankDeposit.module.css';
import { copyText } from '../../ui/clipboard/index.ts';
import { config } from '../../brand.ts';

/** Where to send money by bank transfer, with the customer's own reference, and the transfers that arrived. */
export function BankDepositPage() {
  return (
    <LoggedIn>
      <BankDeposit />
    </LoggedIn>
  );
}

function BankDeposit() {
  const t = useTexts(bankDepositTexts);
  const details = useCall(calls.banks.details, {}, { quiet: true });
  return (
    <Page
      title={t.title}
      back={{ fallback: '/pages/assets/index' }}
      actions={
        <>
          <HelpButton about="bankDeposit" />
          <BillsLink to="/pages/assets/encybill" label={t.bills} />
        </>
      }
    >
      <CallView call={details} skeleton={<BankDepositSkeleton />}>
        {(currencies) => <Choosing currencies={currencies} />}
      </CallView>
    </Page>
  );
}

function Choosing({ currencies }: { readonly currencies: readonly BankDetails[] }) {
  const t = useTexts(bankDepositTexts);
  const [chosen, choose] = useBankCurrency(currencies, useParameters().get('coin'));
  if (!chosen) {
    return (
      <Empty drawing="wallet" title={t.none}>
        {t.noneText}
      </Empty>
    );
  }
  const { coin, reference, credited, sandbox, accounts } = chosen;
  return (
    <div className={styles.content}>
      {!credited && <IdentityFirst needed={t.unverified} pending={t.pending} go={t.verify} />}
      <BankCurrencyField currencies={currencies} chosen={chosen} onChoose={choose} />
      <Reference reference={reference} />
      {accounts.map((account) => (
        <HouseAccount key={account.id} coin={coin} account={account} />
      ))}
      {sandbox && <SandboxBank reference={reference} />}
      <Callout tone="warn" title={t.ownTitle}>
        {t.ownText}
      </Callout>
      <ThreeFacts
        small
        facts={[
          [t.arrives, t.arrivesText],
          [t.fee, t.feeText],
          [t.account, t.accountText],
        ]}
      />
      <BankDeposits key={coin} coin={coin} />
    </div>
  );
}

/** The customer's reference, large, with the reason why it matters. */
function Reference({ reference }: { readonly reference: string }) {
  const t = useTexts(bankDepositTexts);
  return (
    <section className={styles.reference}>
      <h2 className={styles.heading}>
        {t.reference}
        <span className={styles.must}>{t.referenceHint}</span>
      </h2>
      <p className={styles.code} data-testid="bank-reference">
        {reference}
      </p>
      <p className={styles.why}>{t.referenceWhy}</p>
      <Button icon="copy" size="medium" wide onClick={() => void copyText(reference)}>
        {t.copyReference}
      </Button>
    </section>
  );
}

/** Leads to the demo's bank, with the reference filled in. */
function SandboxBank({ reference }: { readonly reference: string }) {
  const t = useTexts(bankDepositTexts);
  const fields = new URLSearchParams({ lang: useLang(), reference });
  return (
    <Callout
      tone="info"
      action={
        <a href={`${config.host}/demo/bank?${fields.toString()}`} target="_blank" rel="noreferrer">
          {t.sandbox}
        </a>
      }
    >
      {t.sandboxText}
    </Callout>
  );
}
