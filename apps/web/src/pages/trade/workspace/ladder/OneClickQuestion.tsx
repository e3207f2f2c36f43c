import { Modal } from '../../../../ui/kit/index.ts';
import { ladderTexts } from './ladder-texts.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { setOneClick } from './one-click.ts';

export interface OneClickQuestionProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The warning before one-click mode is switched on. */
export function OneClickQuestion({ open, onClose }: OneClickQuestionProps) {
  const t = useTexts(ladderTexts);
  return (
    <Modal
      open={open}
      tone="danger"
      icon="warning"
      title={t.question}
      confirm={{
        label: t.on,
        variant: 'danger',
        onPress: () => {
          setOneClick(true);
          onClose();
        },
      }}
      cancel={{ label: t.keepOff, onPress: onClose }}
    >
      <p>{t.text}</p>
      <p>{t.device}</p>
    </Modal>
  );
}
