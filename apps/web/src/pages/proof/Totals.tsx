import { coverageOf, type Coverage } from '@fft/kit';
import { copyText } from '../../ui/clipboard/index.ts';
import { formatAmount } from '../../lib/format/index.ts';
import { Icon, Tag } from '../../ui/kit/index.ts';
import { CoinMark } from '../../features/market-data/CoinMark.tsx';
import { trimZeros } from '../../lib/exact.ts';
import { useTexts } from '../../i18n/index.ts';
import { proofTexts } from './proof-texts.ts';
import type { Publication } from './publication.ts';
import { wholeOf } from './whole-of.ts';
import styles from './Proof.module.css';

const amountOf = (amount: string): string => formatAmount(trimZeros(amount));
const isZero = (amount: string): boolean => !/[1-9]/.test(amount);

function Covered({ coverage: { percent, isCovered } }: { readonly coverage: Coverage }) {
  const t = useTexts(proofTexts);
  return <Tag tone={isCovered ? 'good' : 'danger'}>{percent ?? t.nothingOwed}</Tag>;
}

/** Liabilities to all customers by coin, the reserves beside them, and the hash that commits to them. */
export function Totals({ totals }: Pick<Publication, 'totals'>) {
  const t = useTexts(proofTexts);
  return (
    <section className={styles.group}>
      <h2 className={styles.heading}>{t.everybody}</h2>
      <ul className={styles.list}>
        {totals.map(({ asset, total, hash, decimals, held, leaving, madeUp }) => (
          <li key={asset} className={styles.total} data-testid={`total-${asset}`}>
            <span className={styles.row}>
              <CoinMark coin={asset} size={24} />
              <span className={styles.strong}>{asset}</span>
              <button
                type="button"
                className={styles.hash}
                aria-label={t.copyHash(asset)}
                onClick={() => void copyText(hash)}
              >
                {hash.slice(0, 8)}…{hash.slice(-8)}
                <Icon name="copy" size={14} />
              </button>
            </span>
            <dl className={styles.pair}>
              <div>
                <dt>{t.owed}</dt>
                <dd>{amountOf(wholeOf(total, decimals))}</dd>
              </div>
              <div>
                <dt>{t.held}</dt>
                <dd>{held === null ? t.unknown : amountOf(held)}</dd>
              </div>
              {!isZero(leaving) && (
                <div>
                  <dt>{t.leaving}</dt>
                  <dd>{amountOf(leaving)}</dd>
                </div>
              )}
              {held !== null && (
                <div>
                  <dt>{t.coverage}</dt>
                  <dd>
                    <Covered coverage={coverageOf({ held, leaving, owed: wholeOf(total, decimals) })} />
                  </dd>
                </div>
              )}
            </dl>
            {madeUp !== '0' && (
              <p className={styles.small}>{t.madeUp(`${amountOf(wholeOf(madeUp, decimals))} ${asset}`)}</p>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.small}>{t.heldText}</p>
      <p className={styles.small}>{t.coverageText}</p>
      {totals.some(({ madeUp }) => madeUp !== '0') && <p className={styles.small}>{t.madeUpText}</p>}
    </section>
  );
}
