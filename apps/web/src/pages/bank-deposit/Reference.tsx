import { bankDepositTexts } from '../../i18n/bank-deposit.ts';
import { useTexts } from '../../i18n/index.ts';
import { copyText } from '../../ui/clipboard/index.ts';
import { Button } from '../../ui/kit/index.ts';
import styles from './BankDeposit.module.css';

/** The customer's reference, large, with the reason why it matters. */
export function Reference({ reference }: { readonly reference: string }) {
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
