import { Sheet, SwitchRow } from '../../../../ui/kit/index.ts';
import { workspaceMenuTexts } from '../workspace-menus-texts.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { setSoundsOn, useSoundsOn } from '../sounds/sound-setting.ts';
import { type Hotkey, hotkeys } from './hotkeys.ts';
import { setKeysOn, useKeysOn } from './use-hotkeys.ts';
import styles from './KeysSheet.module.css';

export interface KeysSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The shortcuts of the workspace, and the switches of shortcuts and sounds. */
export function KeysSheet({ open, onClose }: KeysSheetProps) {
  const t = useTexts(workspaceMenuTexts);
  const on = useKeysOn();
  const sounds = useSoundsOn();
  return (
    <Sheet open={open} onClose={onClose} title={t.keys} description={t.keysText}>
      <dl className={styles.keys}>
        {(Object.keys(hotkeys) as readonly Hotkey[]).map((action) => (
          <div key={action} className={styles.key}>
            <dt>
              <kbd>{hotkeys[action].toUpperCase()}</kbd>
            </dt>
            <dd>{t.keyList[action]}</dd>
          </div>
        ))}
      </dl>
      <SwitchRow label={t.keysOn} checked={on} onChange={setKeysOn} />
      <SwitchRow label={t.sounds} checked={sounds} onChange={setSoundsOn} />
    </Sheet>
  );
}
