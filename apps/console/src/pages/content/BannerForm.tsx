import { consoleCalls, type Banner } from '@fft/console-contract';
import { toast, useTexts } from '@fft/kit';
import { useAct } from '../../api/index.ts';
import { Dialog, Field, FieldRow, useFields } from '../../ui/index.ts';
import { contentTexts } from '../../i18n/content.ts';
import { parseInputValue, toInputValue } from './date-time-input.ts';

export interface BannerFormProps {
  /** null for a new banner. */
  readonly banner: Banner | null;
  readonly onClose: () => void;
}

/** Creates or edits a home page banner. */
export function BannerForm({ banner, onClose }: BannerFormProps) {
  const t = useTexts(contentTexts);
  const save = useAct(consoleCalls.content.saveBanner, {
    onDone: ({ approval }) => {
      toast(approval === null ? t.saved : t.proposed);
      onClose();
    },
  });
  const { values, field } = useFields(
    {
      position: String(banner?.position ?? 0),
      titleZh: banner?.titleZh ?? '',
      titleEn: banner?.titleEn ?? '',
      image: banner?.image ?? '',
      link: banner?.link ?? '',
      from: toInputValue(banner?.from),
      until: toInputValue(banner?.until),
    },
    save.fields,
  );

  function send(): void {
    const { position, titleZh, titleEn, image, link } = values;
    const [from, until] = [parseInputValue(values.from), parseInputValue(values.until)];
    save.run({
      ...(banner && { id: banner.id }),
      position,
      titleZh,
      titleEn,
      ...(image !== '' && { image }),
      ...(link !== '' && { link }),
      ...(from !== undefined && { from }),
      ...(until !== undefined && { until }),
    });
  }

  return (
    <Dialog
      title={banner ? t.editBanner : t.newBanner}
      onClose={onClose}
      confirm={{ label: banner ? t.save : t.publish, busy: save.busy, onPress: send }}
    >
      <Field label={`${t.title} · ${t.languages.zh}`} {...field('titleZh')} maxLength={120} />
      <Field label={`${t.title} · ${t.languages.en}`} {...field('titleEn')} maxLength={120} />
      <Field label={t.link} hint={t.linkHint} {...field('link')} maxLength={500} />
      <Field label={t.image} hint={t.imageHint} {...field('image')} maxLength={500} />
      <FieldRow columns={3}>
        <Field label={t.position} {...field('position')} inputMode="numeric" />
        <Field label={t.from} {...field('from')} type="datetime-local" />
        <Field label={t.until} {...field('until')} type="datetime-local" />
      </FieldRow>
    </Dialog>
  );
}
