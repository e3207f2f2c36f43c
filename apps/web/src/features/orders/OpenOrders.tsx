import type { Order } from '@fft/contract';
import { Empty, OnceOpened } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import { AmendSheet } from './lazy-amend.ts';
import { CancelQuestion } from './lazy-cancel-question.ts';
import { OpenOrderRow } from './OpenOrderRow.tsx';
import { OpenPairRow } from './OpenPairRow.tsx';
import { isPair, pairOrders } from './pair-orders.ts';
import { useAmendSheet } from './use-amend-sheet.ts';
import { useCancel } from './use-cancel.ts';

/** The open orders, a pair as one entry, with a sheet to amend one, and a confirmation before one is cancelled. */
export function OpenOrders({ orders }: { readonly orders: readonly Order[] }) {
  const t = useTexts(tradeTexts);
  const { asked, busy, ask, confirm } = useCancel();
  const amended = useAmendSheet();
  if (orders.length === 0) return <Empty title={t.noOpenOrders}>{t.noOpenOrdersText}</Empty>;
  return (
    <>
      <ul>
        {pairOrders(orders).map((entry) =>
          isPair(entry) ? (
            <OpenPairRow key={entry.stop.id} pair={entry} onCancel={ask} />
          ) : (
            <OpenOrderRow key={entry.id} order={entry} onAmend={amended.show} onCancel={ask} />
          ),
        )}
      </ul>
      <OnceOpened open={amended.open}>
        <AmendSheet order={amended.order} open={amended.open} onClose={amended.close} />
      </OnceOpened>
      <OnceOpened open={asked !== null}>
        <CancelQuestion order={asked} busy={busy} onConfirm={confirm} onKeep={() => ask(null)} />
      </OnceOpened>
    </>
  );
}
