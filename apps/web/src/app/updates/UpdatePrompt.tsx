import { useState, useSyncExternalStore } from 'react';
import { Button, Icon, IconButton } from '../../ui/kit/index.ts';
import { shellTexts } from '../../i18n/shell.ts';
import { useTexts } from '../../i18n/index.ts';
import { updates } from './updates.ts';
import styles from './UpdatePrompt.module.css';

/** Says that a newer version of the app is there, and loads it when asked to. */
export function UpdatePrompt() {
  const t = useTexts(shellTexts);
  const waiting = useSyncExternalStore(updates.onChange, updates.waiting);
  const [later, setLater] = useState(false);
  if (!waiting || later) return null;
  return (
    <div className={styles.prompt} role="status">
      <Icon name="refresh" size={20} />
      <span className={styles.text}>{t.newVersion}</span>
      <Button size="small" onClick={() => window.location.reload()}>
        {t.update}
      </Button>
      <IconButton icon="close" label={t.later} onClick={() => setLater(true)} />
    </div>
  );
}
