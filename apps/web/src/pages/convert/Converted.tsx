import type { Conversion } from '@fft/contract';
import { convertTexts } from '../../features/conversion/convert-texts.ts';
import { exactAmount } from '../../features/conversion/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { navigate } from '../../lib/routing/index.ts';
import { Modal } from '../../ui/kit/index.ts';

export interface ConvertedProps {
  readonly conversion: Conversion;
  readonly onClose: () => void;
}

/** What a conversion cost and brought. */
export function Converted({ conversion: { from, to, pay, receive }, onClose }: ConvertedProps) {
  const t = useTexts(convertTexts);
  return (
    <Modal
      open
      icon="check"
      title={t.doneTitle}
      message={t.done(exactAmount(pay, from), exactAmount(receive, to))}
      confirm={{ label: t.ok, onPress: onClose }}
      cancel={{ label: t.orders, onPress: () => navigate('/pages/trade/history') }}
    />
  );
}
