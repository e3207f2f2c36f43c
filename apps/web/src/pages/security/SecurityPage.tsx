import { calls, type User } from '@fft/contract';
import { useState } from 'react';
import { useCall } from '../../api/index.ts';
import { HelpButton } from '../../features/help/index.ts';
import { SettingGroup, SettingRow } from '../../ui/kit/index.ts';
import { lazySheet } from '../../ui/lazy/index.ts';
import { LoggedIn, useUser } from '../../features/session/index.ts';
import { CallView, Page } from '../../features/shell/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { apiKeyTexts } from './api-keys-texts.ts';
import { passkeyTexts } from '../../i18n/passkeys.ts';
import { securityTexts } from './security-texts.ts';
import { HoldNote } from '../../features/money/HoldNote.tsx';
import { LevelCard } from './LevelCard.tsx';
import { offersPhone } from './security-level.ts';
import type { SheetName } from './SecuritySheet.tsx';

const SecuritySheet = lazySheet(() => import('./SecuritySheet.tsx').then((m) => m.SecuritySheet));

/** The security center: the account's security level and all its protections. */
export function SecurityPage() {
  const t = useTexts(securityTexts);
  return (
    <LoggedIn>
      <Page title={t.title} back={{ fallback: '/pages/user/index' }} actions={<HelpButton about="safety" />}>
        <Protections />
      </Page>
    </LoggedIn>
  );
}

function Protections() {
  const user = useUser();
  const [sheet, setSheet] = useState<SheetName | null>(null);
  return (
    <CallView call={user} skeleton={<RowsSkeleton card={112} groups={[4, 2]} />}>
      {(self) => (
        <>
          <LevelCard
            user={self}
            places={{
              email: '/pages/user/bindEmali',
              payPassword: '/pages/user/setJpass',
              phone: '/pages/user/bindPhone',
              totp: () => setSheet('totp'),
              antiPhishing: () => setSheet('antiPhishing'),
            }}
          />
          {self.holdUntil !== undefined && <HoldNote until={self.holdUntil} />}
          <Rows user={self} onSheet={setSheet} />
          {sheet !== null && <SecuritySheet name={sheet} user={self} onClose={() => setSheet(null)} />}
        </>
      )}
    </CallView>
  );
}

interface RowsProps {
  readonly user: User;
  readonly onSheet: (name: SheetName) => void;
}

function Rows({ user, onSheet }: RowsProps) {
  return (
    <>
      <LoginRows user={user} onSheet={onSheet} />
      <MoneyRows user={user} onSheet={onSheet} />
      <DeviceRows onSheet={onSheet} />
    </>
  );
}

function LoginRows({ user, onSheet }: RowsProps) {
  const t = useTexts(securityTexts);
  const { email, phone, has } = user;
  return (
    <SettingGroup title={t.loginGroup}>
      <SettingRow
        icon="mail"
        title={t.email}
        text={email ?? t.emailText}
        {...(email === null ? { state: t.notBound, tone: 'warn' } : { state: t.bound, tone: 'good' })}
        to="/pages/user/bindEmali"
      />
      {offersPhone(user) && (
        <SettingRow
          icon="phone"
          title={t.phone}
          text={phone ?? t.phoneText}
          {...(phone === null ? { state: t.notBound, tone: 'warn' } : { state: t.bound, tone: 'good' })}
          to="/pages/user/bindPhone"
        />
      )}
      <SettingRow icon="lock" title={t.password} text={t.passwordText} state={t.change} to="/pages/user/setpass" />
      <SettingRow
        icon="key"
        title={t.totp}
        text={t.totpText}
        {...(has.totp ? { state: t.on, tone: 'good' } : { state: t.off, tone: 'warn' })}
        opens
        onPress={() => onSheet('totp')}
      />
      <Passkeys onSheet={onSheet} />
    </SettingGroup>
  );
}

function Passkeys({ onSheet }: Pick<RowsProps, 'onSheet'>) {
  const t = useTexts(passkeyTexts);
  const { data } = useCall(calls.user.passkeys, {}, { quiet: true });
  const names = data?.map(({ name }) => name).join(', ');
  return (
    <SettingRow
      icon="fingerprint"
      title={t.title}
      text={names || t.about}
      {...(data && data.length > 0 && { state: t.count(data.length) })}
      opens
      onPress={() => onSheet('passkeys')}
    />
  );
}

function ApiKeys({ onSheet }: Pick<RowsProps, 'onSheet'>) {
  const t = useTexts(apiKeyTexts);
  return <SettingRow icon="key" title={t.title} text={t.row} opens onPress={() => onSheet('apiKeys')} />;
}

function MoneyRows({ user: { has }, onSheet }: RowsProps) {
  const t = useTexts(securityTexts);
  return (
    <SettingGroup title={t.moneyGroup}>
      <SettingRow
        icon="shield-check"
        title={t.payPassword}
        text={t.payPasswordText}
        {...(has.payPassword ? { state: t.set, tone: 'good' } : { state: t.notSet, tone: 'warn' })}
        to="/pages/user/setJpass"
      />
      <SettingRow
        icon="text"
        title={t.antiPhishing}
        text={t.antiPhishingText}
        {...(has.antiPhishing ? { state: t.set, tone: 'good' } : { state: t.notSet, tone: 'warn' })}
        opens
        onPress={() => onSheet('antiPhishing')}
      />
    </SettingGroup>
  );
}

function DeviceRows({ onSheet }: Pick<RowsProps, 'onSheet'>) {
  const t = useTexts(securityTexts);
  const { data: devices } = useCall(calls.user.sessions, {}, { quiet: true });
  return (
    <>
      <SettingGroup title={t.deviceGroup}>
        <SettingRow
          icon="desktop"
          title={t.devices}
          text={t.devicesText}
          {...(devices && { state: t.deviceCount(devices.length) })}
          opens
          onPress={() => onSheet('devices')}
        />
        <ApiKeys onSheet={onSheet} />
        <SettingRow icon="clock" title={t.logins} text={t.loginsText} opens onPress={() => onSheet('logins')} />
        <SettingRow
          icon="freeze"
          tone="danger"
          title={t.freeze}
          text={t.freezeText}
          opens
          onPress={() => onSheet('freeze')}
        />
      </SettingGroup>
      <div style={{ height: 24 }} />
    </>
  );
}
