import { useMemo, useState } from 'react';
import { Empty, Field, Icon, Sheet, useLeaving } from '../../ui/kit/index.ts';
import { identityTexts } from '../../i18n/identity.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import styles from './CountrySheet.module.css';
import { findCountries, listCountries } from './countries.ts';

export interface CountrySheetProps {
  readonly title: string;
  /** A code, or nothing yet. */
  readonly chosen: string;
  readonly onChoose: (code: string) => void;
  readonly onClose: () => void;
}

/** All countries, to be searched by their name in either language or by code. */
export function CountrySheet({ title, chosen, onChoose, onClose }: CountrySheetProps) {
  const t = useTexts(identityTexts);
  const lang = useLang();
  const { open, leave } = useLeaving(onClose);
  const [typed, setTyped] = useState('');
  const countries = useMemo(() => listCountries(lang), [lang]);
  const found = findCountries(countries, typed);

  function choose(code: string): void {
    onChoose(code);
    leave();
  }

  return (
    <Sheet open={open} onClose={leave} title={title} className={styles.sheet}>
      <div className={styles.search}>
        <Field
          label={t.searchCountry}
          hideLabel
          type="search"
          icon="search"
          placeholder={t.searchCountry}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {found.length === 0 ? (
        <Empty title={t.noCountry}>{t.noCountryText}</Empty>
      ) : (
        <ul className={styles.list}>
          {found.map(({ code, name }) => (
            <li key={code}>
              <button
                type="button"
                className={styles.country}
                aria-pressed={code === chosen}
                onClick={() => choose(code)}
              >
                <span className={styles.name}>{name}</span>
                <span className={styles.code}>{code}</span>
                {code === chosen && <Icon name="check" size={18} className={styles.check} />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
