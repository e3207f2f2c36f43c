import { consoleCalls, type Banner } from '@fft/console-contract';
import { formatMinute, useLang, useTexts } from '@fft/kit';
import { listFromQuery, useMay } from '../../api/index.ts';
import { DataTable, IconButton } from '../../ui/index.ts';
import { contentTexts } from '../../i18n/content.ts';
import styles from './Content.module.css';
import { type Published, stateOf } from './published.ts';
import { Remove } from './Remove.tsx';
import { ShownState } from './ShownState.tsx';

export interface BannersProps {
  readonly query: Published;
  readonly onEdit: (banner: Banner) => void;
}

/** Home page banners, by position. */
export function Banners({ query, onEdit }: BannersProps) {
  const t = useTexts(contentTexts);
  const lang = useLang();
  const may = useMay();
  return (
    <DataTable
      label={t.tabs.banners}
      list={listFromQuery(query, ({ banners }) => banners)}
      keyOf={({ id }) => id}
      empty={t.noBanners}
      columns={[
        { key: 'position', label: t.position, render: ({ position }) => position },
        {
          key: 'title',
          label: t.title,
          render: ({ titleZh, titleEn, link }) => (
            <span className={styles.two}>
              {lang === 'zh' ? titleZh : titleEn}
              <span>{link ?? '--'}</span>
            </span>
          ),
          lead: true,
        },
        {
          key: 'time',
          label: t.time,
          render: ({ from, until }) =>
            from === null && until === null ? t.always : `${formatMinute(from)} – ${formatMinute(until)}`,
          end: true,
          spare: 'below',
        },
        {
          key: 'state',
          label: t.state,
          render: ({ from, until }) => <ShownState state={stateOf(from, until, Date.now())} />,
        },
        {
          key: 'acts',
          label: '',
          render: (banner) =>
            may('content.change') && (
              <span className={styles.end}>
                <IconButton icon="edit" label={t.editBanner} onClick={() => onEdit(banner)} />
                <Remove call={consoleCalls.content.deleteBanner} id={banner.id} />
              </span>
            ),
          end: true,
        },
      ]}
    />
  );
}
