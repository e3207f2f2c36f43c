import { verifyProof } from '@fft/liabilities';
import { formatAmount } from '../../lib/format/index.ts';
import { Tag } from '../../ui/kit/index.ts';
import { CoinMark } from '../../features/market-data/CoinMark.tsx';
import { trimZeros } from '../../lib/exact.ts';
import { useTexts } from '../../i18n/index.ts';
import { proofTexts } from './proof-texts.ts';
import type { Proof, Publication } from './publication.ts';
import { wholeOf } from './whole-of.ts';
import styles from './Proof.module.css';

export interface MineProps {
  readonly proofs: readonly Proof[];
  readonly publication: Publication;
}

/** The customer's balances, each verified against the published total: computed on this device, from the leaf up. */
export function Mine({ proofs, publication }: MineProps) {
  const t = useTexts(proofTexts);
  return (
    <section className={styles.group}>
      <h2 className={styles.heading}>{t.mine}</h2>
      {proofs.length === 0 && <p className={styles.small}>{t.notIn}</p>}
      <ul className={styles.list}>
        {proofs.map((proof) => {
          const verdict = verifyProof(proof, publication);
          const decimals = publication.totals.find(({ asset }) => asset === proof.asset)?.decimals ?? 0;
          return (
            <li key={proof.asset} className={styles.row} data-testid={`proof-${proof.asset}`}>
              <CoinMark coin={proof.asset} size={24} />
              <span className={styles.words}>
                <span className={styles.strong}>
                  {formatAmount(trimZeros(wholeOf(proof.amount, decimals)))} {proof.asset}
                </span>
                {!verdict.holds && <span className={styles.small}>{t.doubts[verdict.doubt]}</span>}
              </span>
              <Tag tone={verdict.holds ? 'good' : 'danger'}>{verdict.holds ? t.holds : t.fails}</Tag>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
