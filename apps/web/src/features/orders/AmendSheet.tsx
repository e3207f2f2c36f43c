import { RefusedError } from '@fft/client';
import { calls, type Market, type Order } from '@fft/contract';
import { useState } from 'react';
import { useCall } from '../../api/index.ts';
import { formatAmount } from '../../lib/format/index.ts';
import { isUnreadable } from '../../lib/format/typed-number.ts';
import { signOf } from '../../lib/exact.ts';
import { Button, Callout, ErrorState, Sheet, Spinner } from '../../ui/kit/index.ts';
import { amendTexts } from '../../i18n/amend.ts';
import { useTexts } from '../../i18n/index.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import { amendFaults, type AmendFaults } from './amend-faults.ts';
import { AmendFacts } from './AmendFacts.tsx';
import { type AmendableOrder, type AmendTerms, isSameTerms } from './amend-terms.ts';
import { marketScale, priceText, quantityText, readLots, readTicks } from './market-scale.ts';
import { NumberBox } from './NumberBox.tsx';
import { useAmendRefusal } from './use-amend-refusal.ts';
import { boxOf, refusalsOfBoxes, sendAmendment, useNewestOf } from './use-amend.ts';
import styles from './AmendSheet.module.css';

export interface AmendSheetProps {
  /** The order that the sheet opened with; it follows its newer states. */
  readonly order: Order | null;
  readonly open: boolean;
  readonly onClose: () => void;
}

const rulesEveryMs = 15_000;
const formId = 'amend-order';

/** Changes an open order's price and quantity. */
export function AmendSheet({ order, open, onClose }: AmendSheetProps) {
  const t = useTexts(amendTexts);
  const trade = useTexts(tradeTexts);
  const newest = useNewestOf(order);
  const { data, error, isFetching, refetch } = useCall(calls.market.list, {}, { staleTimeMs: rulesEveryMs });
  const market = data?.find(({ symbol }) => symbol === order?.symbol);
  const [busy, setBusy] = useState(false);
  const refusal = useAmendRefusal(order?.symbol ?? '');
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t.title}
      description={order && `${trade[order.side]} ${order.symbol}`}
      footer={
        newest &&
        market && (
          <Button type="submit" form={formId} wide busy={busy} disabledReason={refusal}>
            {t.confirm}
          </Button>
        )
      }
    >
      {order !== null && newest === null ? (
        <Callout tone="info">{t.ended}</Callout>
      ) : newest && market ? (
        <AmendForm key={newest.id} order={newest} market={market} onBusy={setBusy} onDone={onClose} />
      ) : error === null ? (
        <Spinner size={24} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      )}
    </Sheet>
  );
}

interface AmendFormProps {
  readonly order: AmendableOrder;
  readonly market: Market;
  readonly onBusy: (busy: boolean) => void;
  readonly onDone: () => void;
}

function AmendForm({ order, market, onBusy, onDone }: AmendFormProps) {
  const t = useTexts(amendTexts);
  const trade = useTexts(tradeTexts);
  const scale = marketScale(market);
  const [terms, setTerms] = useState<AmendTerms>({ price: order.price, quantity: order.quantity });
  const [refused, setRefused] = useState<AmendFaults>({});
  const [isTried, setTried] = useState(false);
  const found = amendFaults(order, terms, market, { faults: trade.faults, amend: t });
  const isSound = Object.keys(found).length === 0 && !isUnreadable(terms.price) && !isUnreadable(terms.quantity);
  const isSame = isSound && isSameTerms(order, terms);
  const faults = isTried ? { ...refused, ...found } : refused;

  function change(next: Partial<AmendTerms>): void {
    setTerms({ ...terms, ...next });
    setRefused({});
  }

  async function send(): Promise<void> {
    setTried(true);
    if (!isSound) return;
    if (isSame) return setRefused({ price: t.unchanged });
    onBusy(true);
    try {
      await sendAmendment(order, terms, { handles: refusalsOfBoxes });
      onDone();
    } catch (error) {
      if (error instanceof RefusedError && refusalsOfBoxes.includes(error.code)) {
        const box = boxOf(error);
        setRefused({ [box]: error.fields[box] ?? error.message });
      }
    } finally {
      onBusy(false);
    }
  }

  /** One step up or down, at least to one step. A blank or unclear number stays. */
  const step = (box: keyof AmendTerms, direction: 1 | -1): void => {
    const steps = box === 'price' ? readTicks(terms.price, scale) : readLots(terms.quantity, scale);
    if (typeof steps === 'string') return;
    const next = Math.max(1, steps + direction);
    change({ [box]: box === 'price' ? priceText(next, scale) : quantityText(next, scale) });
  };

  return (
    <form
      id={formId}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <NumberBox
        label={trade.price(market.quote)}
        word={trade.priceWord}
        value={terms.price}
        places={market.pricePlaces}
        unit={market.quote}
        onChange={(price) => change({ price })}
        onStep={(direction) => step('price', direction)}
        error={faults.price}
      />
      <NumberBox
        label={trade.quantity(market.base)}
        word={trade.quantityWord}
        value={terms.quantity}
        places={market.quantityPlaces}
        unit={market.base}
        onChange={(quantity) => change({ quantity })}
        onStep={(direction) => step('quantity', direction)}
        error={faults.quantity}
      />
      {signOf(order.filled) > 0 && (
        <p className={styles.filled}>
          {t.filled} {formatAmount(order.filled)} {market.base}
        </p>
      )}
      {isSound && <AmendFacts order={order} terms={terms} />}
    </form>
  );
}
