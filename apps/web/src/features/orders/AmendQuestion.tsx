import { Modal } from '../../ui/kit/index.ts';
import { amendTexts } from '../../i18n/amend.ts';
import { useTexts } from '../../i18n/index.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import { AmendFacts } from './AmendFacts.tsx';
import type { Amendment } from './use-amend.ts';

export interface AmendQuestionProps {
  readonly asked: Amendment | null;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onKeep: () => void;
}

/** The question before an order is moved to another price. */
export function AmendQuestion({ asked, busy, onConfirm, onKeep }: AmendQuestionProps) {
  const t = useTexts(amendTexts);
  const trade = useTexts(tradeTexts);
  return (
    <Modal
      open={asked !== null}
      title={t.question}
      message={asked && `${trade[asked.order.side]} ${asked.order.symbol}`}
      confirm={{ label: t.confirm, onPress: onConfirm, busy }}
      cancel={{ label: t.keep, onPress: onKeep }}
    >
      {asked && (asked.hasEnded ? <p>{t.ended}</p> : <AmendFacts order={asked.order} terms={asked} />)}
    </Modal>
  );
}
