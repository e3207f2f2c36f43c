import { Button, Sheet, useLeaving } from '../../ui/kit/index.ts';
import { statementTexts } from '../../i18n/statement.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './ExportSheet.module.css';

export interface ExportSheetProps {
  /** Percent. */
  readonly progress: number | 'failed';
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** Shows the progress of an export with archived history. */
export function ExportSheet({ progress, onRetry, onClose }: ExportSheetProps) {
  const t = useTexts(statementTexts);
  const { open, leave } = useLeaving(onClose);
  return (
    <Sheet open={open} onClose={leave} title={t.csv}>
      <p className={styles.text}>{progress === 'failed' ? t.archiveFailed : t.archiveText}</p>
      {progress === 'failed' ? (
        <Button onClick={onRetry}>{t.archiveRetry}</Button>
      ) : (
        <progress className={styles.bar} max={100} value={progress} aria-label={t.archiveProgress} />
      )}
    </Sheet>
  );
}
