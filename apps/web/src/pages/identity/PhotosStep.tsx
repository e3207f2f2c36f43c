import { Icon } from '../../ui/kit/index.ts';
import { identityTexts } from '../../i18n/identity.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import { countryName } from '../../features/countries/index.ts';
import { Examples } from './Examples.tsx';
import styles from './Identity.module.css';
import { coverNumber, isIdType, type Papers, type PhotoName, photoNames } from './papers.ts';
import { PhotoTile } from './PhotoTile.tsx';
import type { Photo } from './use-photo.ts';

export interface PhotosStepProps {
  readonly form: {
    readonly values: Papers;
    readonly field: (name: PhotoName) => { readonly error: string | undefined };
  };
  readonly photos: Readonly<Record<PhotoName, Photo>>;
  readonly onEdit: () => void;
}

/** Three photos, each reduced in size on this device and uploaded as soon as it is chosen. */
export function PhotosStep({ form, photos, onEdit }: PhotosStepProps) {
  const t = useTexts(identityTexts);
  const lang = useLang();
  const { name, nationality, idNumber } = form.values;
  const idType = isIdType(form.values.idType) ? form.values.idType : 'identity';
  const next = photoNames.find((photo) => photos[photo].state.step === 'empty');
  return (
    <div className={styles.content}>
      <section className={styles.who}>
        <span className={styles.letter} aria-hidden="true">
          {Array.from(name.trim())[0]?.toUpperCase()}
        </span>
        <div className={styles.words}>
          <p className={styles.name}>{name.trim()}</p>
          <p className={styles.line}>
            {countryName(nationality, lang)} · {t.idTypes[idType]} · {coverNumber(idNumber)}
          </p>
        </div>
        <button type="button" className={styles.edit} onClick={onEdit}>
          {t.edit}
        </button>
      </section>
      <div>
        <h2 className={styles.title}>{t.photosTitle}</h2>
        <p className={styles.text}>{t.photosText}</p>
      </div>
      {photoNames.map((name) => (
        <PhotoTile
          key={name}
          name={name}
          title={t.photos[name][idType]}
          about={t.about[name]}
          photo={photos[name]}
          isNext={name === next}
          error={form.field(name).error}
        />
      ))}
      <Examples />
      <p className={styles.privacy}>
        <Icon name="lock" size={18} />
        {t.privacy}
      </p>
    </div>
  );
}
