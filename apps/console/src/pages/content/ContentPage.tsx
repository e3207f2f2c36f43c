import { consoleCalls, type Banner, type Notice } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { useCall, useMay } from '../../api/index.ts';
import { Button, Loaded, Split, Tabs } from '../../ui/index.ts';
import { contentTexts } from '../../i18n/content.ts';
import { About } from './About.tsx';
import { BannerForm } from './BannerForm.tsx';
import { Banners } from './Banners.tsx';
import styles from './Content.module.css';
import { Messages } from './Messages.tsx';
import { NoticeForm } from './NoticeForm.tsx';
import { Notices } from './Notices.tsx';

type Tab = keyof (typeof contentTexts)['en']['tabs'];

/** Content for customers: notices, banners, inbox messages and the About page. */
export function ContentPage() {
  const t = useTexts(contentTexts);
  const may = useMay();
  const mayChange = may('content.change');
  const [tab, setTab] = useState<Tab>('notices');
  const [notice, setNotice] = useState<Notice | 'new' | null>(null);
  const [banner, setBanner] = useState<Banner | 'new' | null>(null);
  const query = useCall(consoleCalls.content.list, {});
  return (
    <Split>
      <div className={styles.page}>
        {mayChange && tab === 'notices' && (
          <Button variant="primary" icon="plus" className={styles.act} onClick={() => setNotice('new')}>
            {t.newNotice}
          </Button>
        )}
        {mayChange && tab === 'banners' && (
          <Button variant="primary" icon="plus" className={styles.act} onClick={() => setBanner('new')}>
            {t.newBanner}
          </Button>
        )}
        <Tabs
          label={t.tabsLabel}
          value={tab}
          onChange={setTab}
          options={(['notices', 'banners', 'message', 'about'] as const).map((value) => ({
            value,
            label: t.tabs[value],
          }))}
        >
          {tab === 'notices' && <Notices query={query} onEdit={setNotice} />}
          {tab === 'banners' && <Banners query={query} onEdit={setBanner} />}
          {tab === 'message' && <Messages />}
          {tab === 'about' && <Loaded query={query}>{({ about }) => <About about={about} />}</Loaded>}
        </Tabs>
      </div>
      {notice && <NoticeForm notice={notice === 'new' ? null : notice} onClose={() => setNotice(null)} />}
      {banner && <BannerForm banner={banner === 'new' ? null : banner} onClose={() => setBanner(null)} />}
    </Split>
  );
}
