import { calls } from '@fft/contract';
import { useCall } from '../../api/index.ts';
import { copyText } from '../../ui/clipboard/index.ts';
import { config } from '../../brand.ts';
import { Button, IconButton, QrCode } from '../../ui/kit/index.ts';
import { LoggedIn } from '../../features/session/index.ts';
import { CallView, Page } from '../../features/shell/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { inviteTexts } from '../../i18n/invite.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './InvitePage.module.css';

/** The customer's invite code as text, link and QR code, and the number of customers invited. */
export function InvitePage() {
  const t = useTexts(inviteTexts);
  const invite = useCall(calls.user.invite, {}, { quiet: true });
  return (
    <LoggedIn>
      <Page title={t.title} back={{ fallback: '/pages/user/index' }}>
        <CallView call={invite} skeleton={<RowsSkeleton card={320} groups={[1]} />}>
          {({ code, invited }) => <Invite code={code} invited={invited} />}
        </CallView>
      </Page>
    </LoggedIn>
  );
}

/** Registration link for invited customers. */
function linkOf(code: string): string {
  return `${window.location.origin}/#/pages/login/reg?invite=${code}`;
}

function Invite({ code, invited }: { readonly code: string; readonly invited: number }) {
  const t = useTexts(inviteTexts);
  const link = linkOf(code);
  const canShare = typeof navigator.share === 'function';
  // A customer who closes the system's share sheet needs no message.
  const share = (): void => void navigator.share({ title: config.name, url: link }).catch(() => undefined);
  return (
    <div className={styles.content}>
      <section className={styles.card}>
        <QrCode text={link} label={t.qr} size={168} />
        <p className={styles.label}>{t.code}</p>
        <p className={styles.code}>
          <span data-testid="invite-code">{code}</span>
          <IconButton icon="copy" size={18} label={t.copyCode} onClick={() => void copyText(code)} />
        </p>
        <p className={styles.label}>{t.link}</p>
        <p className={styles.link}>{link}</p>
        <div className={styles.buttons}>
          <Button icon="copy" size="medium" wide onClick={() => void copyText(link)}>
            {t.copyLink}
          </Button>
          {canShare && (
            <Button icon="share" size="medium" variant="secondary" wide onClick={share}>
              {t.share}
            </Button>
          )}
        </div>
      </section>
      <section className={styles.invited}>
        <span>{t.invited}</span>
        <strong data-testid="invited">{t.people(invited)}</strong>
      </section>
      <p className={styles.intro}>{t.intro}</p>
    </div>
  );
}
