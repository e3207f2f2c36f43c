import { calls } from '@fft/contract';
import { useCall } from '../../api/index.ts';
import { config } from '../../brand.ts';
import { Icon, Logo, SettingGroup, SettingRow } from '../../ui/kit/index.ts';
import { CallView, Page } from '../../features/shell/index.ts';
import { contentTexts } from './content-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { whole } from '../../i18n/whole.ts';
import styles from './AboutPage.module.css';
import { TextSkeleton } from './MessagePage.tsx';
import { SafeHtml, safeLink } from '@fft/kit';

/** About the exchange: name, version, a text, and links. */
export function AboutPage() {
  const t = useTexts(contentTexts);
  const about = useCall(calls.content.about, {}, { quiet: true, staleTimeMs: 300_000 });
  return (
    <Page title={t.aboutTitle} back={{ fallback: '/pages/user/index' }}>
      <div className={styles.brand}>
        <Logo size={64} decorative />
        <p className={styles.name}>{config.name}</p>
        <p className={styles.version}>
          {t.version} {config.version}
        </p>
      </div>
      <CallView call={about} skeleton={<TextSkeleton />}>
        {({ html, links }) => (
          <>
            <div className={styles.text}>
              <SafeHtml html={html} textOf={whole} />
            </div>
            {links.length > 0 && (
              <nav aria-label={t.links} className={styles.links}>
                {links.map(({ title, url }) => (
                  <a
                    key={url}
                    className={styles.link}
                    href={safeLink(url) ?? undefined}
                    target="_blank"
                    rel="noopener noreferrer"
                  >
                    {title}
                    <Icon name="chevron-right" size={18} />
                  </a>
                ))}
              </nav>
            )}
          </>
        )}
      </CallView>
      <div className={styles.pages}>
        <SettingGroup>
          <SettingRow icon="gauge" title={t.fees} to="/pages/user/limits" />
          <SettingRow icon="scale" title={t.proof} to="/pages/assets/proof" />
          <SettingRow icon="desktop" title={t.status} to="/pages/index/index" />
        </SettingGroup>
      </div>
    </Page>
  );
}
