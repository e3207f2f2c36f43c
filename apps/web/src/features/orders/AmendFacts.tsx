import { formatAmount, formatPrice } from '../../lib/format/index.ts';
import { trimZeros } from '../../lib/exact.ts';
import { useBook } from '../live/index.ts';
import { amendTexts } from '../../i18n/amend.ts';
import { useTexts } from '../../i18n/index.ts';
import { type AmendableOrder, type AmendTerms, frozenBy, isSameTerms, keepsPlace, reaches } from './amend-terms.ts';
import styles from './AmendFacts.module.css';

export interface AmendFactsProps {
  readonly order: AmendableOrder;
  readonly terms: AmendTerms;
}

/** What an amendment changes, old beside new: price, quantity, and the money on hold; and what it does to the order's place. */
export function AmendFacts({ order, terms }: AmendFactsProps) {
  const t = useTexts(amendTexts);
  const [before, after] = [frozenBy(order, order), frozenBy(order, terms)];
  return (
    <>
      <dl className={styles.facts} data-testid="amend-facts">
        <Fact name={t.price} before={formatPrice(order.price)} after={formatPrice(terms.price)} />
        <Fact name={t.quantity} before={formatAmount(order.quantity)} after={formatAmount(terms.quantity)} />
        <Fact
          name={`${t.frozen} (${after.coin})`}
          before={formatAmount(trimZeros(before.amount, 2))}
          after={formatAmount(trimZeros(after.amount, 2))}
        />
      </dl>
      <Note order={order} terms={terms} />
      {(order.takeProfitPrice ?? order.stopLossPrice) !== undefined && <p className={styles.note}>{t.legsStay}</p>}
    </>
  );
}

function Fact({ name, before, after }: { readonly name: string; readonly before: string; readonly after: string }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>
        {before !== after && <span className={styles.before}>{before} → </span>}
        <span className={styles.after}>{after}</span>
      </dd>
    </div>
  );
}

/** Nothing is said of terms that are the order's own. */
function Note({ order, terms }: AmendFactsProps) {
  const t = useTexts(amendTexts);
  const book = useBook(order.waiting === true ? null : order.symbol).value;
  if (isSameTerms(order, terms)) return null;
  if (order.waiting === true) return <p className={styles.note}>{t.triggerStays(formatPrice(order.stopPrice))}</p>;
  const best = (order.side === 'buy' ? book?.asks : book?.bids)?.[0]?.[0];
  if (reaches(order, terms.price, best)) {
    const words = order.postOnly ? t.crosses : t.takes;
    return <p className={styles.warning}>{words(formatPrice(best))}</p>;
  }
  return <p className={styles.note}>{keepsPlace(order, terms) ? t.keepsPlace : t.requeues}</p>;
}
