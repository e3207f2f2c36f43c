import { Segmented } from '../../ui/kit/index.ts';
import { CurrencyChoice } from '../market-data/index.ts';
import { chooseLang, keepWithAccount } from './account-language.ts';
import { upColors, type UpColor, currentUpColor, setUpColor } from '../../lib/preferences/up-color.ts';
import { setTheme, themes, chosenTheme, type Theme } from '../../lib/preferences/theme.ts';
import { accountTexts } from '../../i18n/account.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import styles from './Preferences.module.css';
import { useSyncExternalStore } from 'react';

function onStorage(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** The customer's choice of theme, as this tab or another has stored it. */
const useTheme = (): Theme => useSyncExternalStore(onStorage, chosenTheme);

const useUpColor = (): UpColor => useSyncExternalStore(onStorage, currentUpColor);

/** Stores the choice on this device, and reports it here as to other tabs. */
function chooseUpColor(color: UpColor): void {
  setUpColor(color);
  window.dispatchEvent(new StorageEvent('storage', { key: 'up-color' }));
}

function keepUpColor(color: UpColor): void {
  chooseUpColor(color);
  if (color !== 'blind') keepWithAccount({ upColor: color });
}

/** Language, theme, price colours and currency. */
export function Preferences() {
  const t = useTexts(accountTexts);
  const lang = useLang();
  const theme = useTheme();
  const upColor = useUpColor();
  return (
    <>
      <section className={styles.setting}>
        <h3 className={styles.label}>{t.language}</h3>
        <Segmented
          label={t.language}
          value={lang}
          onChange={chooseLang}
          options={[
            { value: 'zh', label: '简体中文' },
            { value: 'en', label: 'English' },
          ]}
        />
      </section>
      <section className={styles.setting}>
        <h3 className={styles.label}>{t.theme}</h3>
        <Segmented
          label={t.theme}
          value={theme}
          onChange={setTheme}
          options={themes.map((one) => ({ value: one, label: t.themes[one] }))}
        />
      </section>
      <section className={styles.setting}>
        <h3 className={styles.label}>
          {t.upColor}
          <span className={styles.sample} aria-hidden="true">
            <span className={styles.up}>▲ +2.36%</span> <span className={styles.down}>▼ −1.27%</span>
          </span>
        </h3>
        <Segmented
          label={t.upColor}
          value={upColor}
          onChange={keepUpColor}
          options={upColors.map((color) => ({ value: color, label: t.upColors[color] }))}
        />
      </section>
      <section className={styles.line}>
        <h3 className={styles.label}>{t.currency}</h3>
        <CurrencyChoice look="small" />
      </section>
    </>
  );
}
