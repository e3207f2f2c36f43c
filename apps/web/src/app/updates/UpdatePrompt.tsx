import { useStore } from '@fft/kit';
import { useState } from 'react';
import { Button, Icon, IconButton } from '../../ui/kit/index.ts';
import { shellTexts } from '../../i18n/shell.ts';
import { useTexts } from '../../i18n/index.ts';
import { updateAvailable } from './updates.ts';
import styles from './UpdatePrompt.module.css';

/** Offers to reload when a newer version of the app is available, in the place of the strip at the bottom. */
export function UpdatePrompt() {
  const t = useTexts(shellTexts);
  const isAvailable = useStore(updateAvailable);
  const [later, setLater] = useState(false);
  if (!isAvailable || later) return null;
  return (
    <div className={styles.prompt} role="status" data-testid="update-prompt">
      <Icon name="refresh" size={20} />
      <span className={styles.text}>{t.newVersion}</span>
      <Button size="small" onClick={() => window.location.reload()}>
        {t.update}
      </Button>
      <IconButton icon="close" label={t.later} onClick={() => setLater(true)} />
    </div>
  );
}
