import { Modal } from '../../../ui/kit/index.ts';
import { drawingTexts } from './drawing-texts.ts';
import { useTexts } from '../../../i18n/index.ts';

export interface ClearQuestionProps {
  readonly open: boolean;
  readonly count: number;
  readonly onClear: () => void;
  readonly onKeep: () => void;
}

/** Confirmation before all drawings are removed. */
export function ClearQuestion({ open, count, onClear, onKeep }: ClearQuestionProps) {
  const words = useTexts(drawingTexts);
  return (
    <Modal
      open={open}
      title={words.clearQuestion(count)}
      confirm={{ label: words.clear, variant: 'danger', onPress: onClear }}
      cancel={{ label: words.keep, onPress: onKeep }}
    />
  );
}
