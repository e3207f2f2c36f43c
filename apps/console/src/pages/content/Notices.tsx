import { consoleCalls, type Notice } from '@fft/console-contract';
import { formatMinute, useTexts } from '@fft/kit';
import { listFromQuery, useMay } from '../../api/index.ts';
import { DataTable, IconButton } from '../../ui/index.ts';
import { contentTexts } from '../../i18n/content.ts';
import { BothTitles } from './BothTitles.tsx';
import styles from './Content.module.css';
import { type Published, stateOf } from './published.ts';
import { Remove } from './Remove.tsx';
import { ShownState } from './ShownState.tsx';

export interface NoticesProps {
  readonly query: Published;
  readonly onEdit: (notice: Notice) => void;
}

/** All notices, newest first, scheduled ones included. */
export function Notices({ query, onEdit }: NoticesProps) {
  const t = useTexts(contentTexts);
  const may = useMay();
  return (
    <DataTable
      label={t.tabs.notices}
      list={listFromQuery(query, ({ notices }) => notices)}
      keyOf={({ id }) => id}
      empty={t.noNotices}
      columns={[
        {
          key: 'title',
          label: t.title,
          render: ({ titleZh, titleEn }) => <BothTitles titleZh={titleZh} titleEn={titleEn} />,
          lead: true,
        },
        { key: 'kind', label: t.kind, render: ({ kind }) => t.kinds[kind], tight: true, spare: 'below' },
        { key: 'time', label: t.time, render: ({ time }) => formatMinute(time), end: true, spare: 'below' },
        { key: 'state', label: t.state, render: ({ time }) => <ShownState state={stateOf(time, null, Date.now())} /> },
        {
          key: 'acts',
          label: '',
          render: (notice) =>
            may('content.change') && (
              <span className={styles.end}>
                <IconButton icon="edit" label={t.editNotice} onClick={() => onEdit(notice)} />
                <Remove call={consoleCalls.content.deleteNotice} id={notice.id} />
              </span>
            ),
          end: true,
        },
      ]}
    />
  );
}
