import type { ReviewedWithdrawal, Risk } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { Tag } from '../../ui/index.ts';
import { treasuryTexts } from '../../i18n/treasury.ts';
import styles from './MoneyCheck.module.css';

const dangers: ReadonlySet<Risk> = new Set<Risk>([
  'altered',
  'large',
  'dayTotal',
  'recentChange',
  'reversedDeposit',
  'accountLocked',
  'accountHeld',
  'depositLost',
  'identityRevoked',
  'signedBefore',
]);

/** Reasons to review a withdrawal with care. */
export function Risks({ risks }: { readonly risks: ReviewedWithdrawal['risks'] }) {
  const t = useTexts(treasuryTexts);
  if (risks.length === 0) return <span className={styles.worth}>{t.noRisk}</span>;
  return (
    <span className={styles.marks}>
      {risks.map((risk) => (
        <Tag key={risk} tone={dangers.has(risk) ? 'danger' : 'warn'}>
          {t.risks[risk]}
        </Tag>
      ))}
    </span>
  );
}
