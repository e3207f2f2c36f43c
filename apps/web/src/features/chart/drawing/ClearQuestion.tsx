import { Modal } from '../../../ui/kit/index.ts';
import { chartTexts } from '../../../i18n/chart.ts';
import { useTexts } from '../../../i18n/index.ts';

export interface ClearQuestionProps {
  readonly open: boolean;
  readonly count: number;
  readonly onClear: () => void;
  readonly onKeep: () => void;
}

/** Confirmation before all drawings are removed. */
export function ClearQuestion({ open, count, onClear, onKeep }: ClearQuestionProps) {
  const t = useTexts(chartTexts);
  return (
    <Modal
      open={open}
      title={t.clearQuestion(count)}
      confirm={{ label: t.clear, variant: 'danger', onPress: onClear }}
      cancel={{ label: t.keep, onPress: onKeep }}
    />
  );
}
