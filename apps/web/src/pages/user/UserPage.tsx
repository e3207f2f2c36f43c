import { calls, type User } from '@fft/contract';
import { useState } from 'react';
import { SignInPrompt, identityTones, LogOutButton, Preferences, ProfileCard } from '../../features/account/index.ts';
import { useCall } from '../../api/index.ts';
import { copyText } from '../../ui/clipboard/index.ts';
import { countryName } from '../../features/countries/index.ts';
import { config } from '../../brand.ts';
import { formatMinute } from '../../lib/format/index.ts';
import { Icon, IconButton, SettingGroup, SettingRow, Tag } from '../../ui/kit/index.ts';
import { navigate } from '../../lib/routing/index.ts';
import { useSession, useUser } from '../../features/session/index.ts';
import { CallView, Page } from '../../features/shell/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { accountTexts } from '../../features/account/account-texts.ts';
import { inviteTexts } from '../../i18n/invite.ts';
import { limitsTexts } from '../../i18n/limits.ts';
import { locationTexts } from '../../features/world/location-texts.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import { AvatarSheet } from './AvatarSheet.tsx';
import { NicknameSheet } from './NicknameSheet.tsx';
import styles from './UserPage.module.css';

/** The customer's profile, links to their pages, preferences, and log-out. Guests see preferences and the log-in button. */
export function UserPage() {
  const t = useTexts(accountTexts);
  const { isLoggedIn } = useSession();
  return (
    <Page title={t.title} back={{ fallback: '/' }}>
      {isLoggedIn ? <Self /> : <Guest />}
    </Page>
  );
}

function Guest() {
  return (
    <>
      <section className={styles.card}>
        <ProfileCard />
        <div className={styles.ways}>
          <SignInPrompt />
        </div>
      </section>
      <Settings />
    </>
  );
}

function Self() {
  const t = useTexts(accountTexts);
  const limits = useTexts(limitsTexts);
  const invite = useTexts(inviteTexts);
  const user = useUser();
  return (
    <CallView call={user} skeleton={<RowsSkeleton card={112} groups={[2, 2]} />}>
      {(self) => (
        <>
          <Who user={self} />
          <SettingGroup title={t.security}>
            <SettingRow icon="shield-check" title={t.safety} text={t.safetyText} to="/pages/user/safety" />
            <SettingRow
              icon="identity"
              title={t.identityTitle}
              text={identityLine(t, self)}
              state={<Tag tone={identityTones[self.identity.state]}>{t.identity[self.identity.state]}</Tag>}
              to="/pages/user/idauth"
            />
            <SettingRow icon="gauge" title={limits.row} text={limits.rowText} to="/pages/user/limits" />
            <Region user={self} />
          </SettingGroup>
          <SettingGroup title={t.money}>
            <SettingRow icon="wallet" title={t.addresses} text={t.addressesText} to="/pages/wallet/address" />
            <SettingRow icon="scale" title={t.banks} text={t.banksText} to="/pages/wallet/bank" />
            <SettingRow icon="statement" title={t.statements} text={t.statementsText} to="/pages/assets/coinbill" />
            <SettingRow icon="gift" title={invite.row} text={invite.rowText} to="/pages/user/invite" />
          </SettingGroup>
          <Settings />
          <div className={styles.leave}>
            <LogOutButton onDone={() => navigate('/', { replace: true })} />
          </div>
        </>
      )}
    </CallView>
  );
}

/** Acts that need an identity by the exchange's rules, withdrawals first. */
function identityLine(t: (typeof accountTexts)['zh'], { rules }: User): string {
  const act = (['withdraw', 'trade', 'deposit'] as const).find((each) => rules.identityRequiredFor.includes(each));
  return act === undefined ? t.identityText : t.identityNeeded[act];
}

function Who({ user }: { readonly user: User }) {
  const t = useTexts(accountTexts);
  const [editing, setEditing] = useState(false);
  const [picturing, setPicturing] = useState(false);
  const copy = (): void => void copyText(user.id);
  return (
    <section className={styles.card}>
      <div className={styles.who}>
        <ProfileCard withoutId onAvatar={() => setPicturing(true)} />
        <IconButton
          icon="edit"
          size={20}
          label={t.editNickname}
          aria-haspopup="dialog"
          onClick={() => setEditing(true)}
        />
      </div>
      <div className={styles.foot}>
        <button type="button" className={styles.copy} onClick={copy}>
          {t.id} <span className={styles.value}>{user.id}</span>
          <Icon name="copy" size={14} />
        </button>
        <span>
          {t.lastLogin} <time className={styles.value}>{formatMinute(user.lastLogin)}</time>
        </span>
      </div>
      {picturing && <AvatarSheet has={user.avatar !== null} onClose={() => setPicturing(false)} />}
      {editing && <NicknameSheet nickname={user.nickname} onClose={() => setEditing(false)} />}
    </section>
  );
}

/** The customer's saved location. */
function Region({ user }: { readonly user: User }) {
  const t = useTexts(locationTexts);
  const lang = useLang();
  const name = user.location === undefined ? t.unset : countryName(user.location.country, lang);
  return <SettingRow icon="map-pin" title={t.region} state={name} to="/choose-location" />;
}

/** Settings that guests have too. */
function Settings() {
  const t = useTexts(accountTexts);
  const { isLoggedIn } = useSession();
  return (
    <>
      <section className={styles.settings}>
        <h2 className={styles.heading}>{t.preferences}</h2>
        <div className={styles.preferences}>
          <Preferences />
        </div>
      </section>
      <SettingGroup title={t.more}>
        {isLoggedIn ? (
          <Inbox />
        ) : (
          <SettingRow icon="bell" title={t.inbox} text={t.inboxText} to="/pages/content/index" />
        )}
        {isLoggedIn && (
          <SettingRow
            icon="settings"
            title={t.notifications}
            text={t.notificationsText}
            to="/pages/user/notifications"
          />
        )}
        <SettingRow icon="scale" title={t.proof} to="/pages/assets/proof" />
        <SettingRow icon="info" title={t.about} to="/pages/content/about" />
        <SettingRow icon="gauge" title={t.status} to="/pages/index/index" />
      </SettingGroup>
      <p className={styles.version}>
        {config.name} · {t.version} {config.version}
      </p>
    </>
  );
}

function Inbox() {
  const t = useTexts(accountTexts);
  const { data } = useCall(calls.content.unread, {}, { quiet: true });
  const unread =
    data && data.count > 0
      ? { state: <Tag tone="danger">{t.unread(data.count > 99 ? '99+' : String(data.count))}</Tag> }
      : {};
  return <SettingRow icon="bell" title={t.inbox} text={t.inboxText} to="/pages/content/index" {...unread} />;
}
