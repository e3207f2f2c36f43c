import { Segmented } from '../../ui/kit/index.ts';
import { CurrencyChoice } from '../market-data/index.ts';
import { chooseLang, keepWithAccount } from './account-language.ts';
import { upColors, type UpColor } from '../../lib/preferences/up-color.ts';
import { setTheme, themes } from '../../lib/preferences/theme.ts';
import { chooseUpColor, useTheme, useUpColor } from '../../lib/preferences/use-preferences.ts';
import { accountTexts } from './account-texts.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import styles from './Preferences.module.css';

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
