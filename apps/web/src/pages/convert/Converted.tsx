import { exactAmount } from '../../features/conversion/index.ts';
import type { Order } from '@fft/contract';
import { subtract } from '../../lib/exact.ts';
import { navigate } from '../../lib/routing/index.ts';
import { Modal } from '../../ui/kit/index.ts';
import { convertTexts } from '../../features/conversion/convert-texts.ts';
import { useTexts } from '../../i18n/index.ts';

/** What a conversion cost and brought. */
export function Converted({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const t = useTexts(convertTexts);
  const [base = '', quote = ''] = order.symbol.split('/');
  const [paid, received] =
    order.side === 'buy'
      ? [exactAmount(order.filledTotal, quote), exactAmount(subtract(order.filled, order.fee), base)]
      : [exactAmount(order.filled, base), exactAmount(subtract(order.filledTotal, order.fee), quote)];
  return (
    <Modal
      open
      icon="check"
      title={t.doneTitle}
      message={t.done(paid, received)}
      confirm={{ label: t.ok, onPress: onClose }}
      cancel={{ label: t.orders, onPress: () => navigate('/pages/trade/history') }}
    />
  );
}
