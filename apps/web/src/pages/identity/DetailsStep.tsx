import { useState } from 'react';
import { FormBody } from '../../features/forms/index.ts';
import { Field, Segmented, SelectField } from '../../ui/kit/index.ts';
import { identityTexts } from '../../i18n/identity.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import { countryName, CountrySheet } from '../../features/countries/index.ts';
import styles from './Identity.module.css';
import { idTypes, isIdType, type Papers } from './papers.ts';

interface DetailsForm {
  readonly values: Papers;
  readonly field: (name: 'name' | 'idNumber' | 'nationality') => {
    readonly name: string;
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  };
  readonly set: (name: 'nationality' | 'idType', value: string) => void;
}

export interface DetailsStepProps {
  readonly form: DetailsForm;
  readonly onSubmit: (event: { preventDefault(): void }) => void;
}

/** Details of the document: country, name, type and number. */
export function DetailsStep({ form, onSubmit }: DetailsStepProps) {
  const t = useTexts(identityTexts);
  const lang = useLang();
  const [choosing, setChoosing] = useState(false);
  const { nationality, idType } = form.values;
  return (
    <div className={styles.content}>
      <div>
        <h2 className={styles.title}>{t.detailsTitle}</h2>
        <p className={styles.text}>{t.detailsText}</p>
      </div>
      <FormBody onSubmit={onSubmit} id="identity-details">
        <SelectField
          label={t.nationality}
          chosen={nationality === '' ? null : countryName(nationality, lang)}
          placeholder={t.choose}
          icon="globe"
          error={form.field('nationality').error}
          onPress={() => setChoosing(true)}
        />
        <Field
          {...form.field('name')}
          label={t.name}
          hint={t.nameHint}
          icon="user"
          autoComplete="name"
          maxLength={100}
        />
        <div>
          <p className={styles.label}>{t.idType}</p>
          <Segmented
            label={t.idType}
            value={isIdType(idType) ? idType : 'identity'}
            onChange={(type) => form.set('idType', type)}
            options={idTypes.map((type) => ({ value: type, label: t.idTypes[type] }))}
          />
        </div>
        <Field
          {...form.field('idNumber')}
          label={t.idNumber}
          icon="identity"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </FormBody>
      {choosing && (
        <CountrySheet
          title={t.nationality}
          chosen={nationality}
          onChoose={(code) => form.set('nationality', code)}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}
