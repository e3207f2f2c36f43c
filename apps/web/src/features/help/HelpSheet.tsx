import { Sheet } from '../../ui/kit/index.ts';
import { helpTexts } from './help-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './HelpSheet.module.css';

export interface HelpSheetProps {
  readonly about: keyof typeof helpTexts.zh;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Questions and answers about a page. */
export function HelpSheet({ about, open, onClose }: HelpSheetProps) {
  const { title, answers } = useTexts(helpTexts)[about];
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <dl className={styles.answers}>
        {answers.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
