import { isThisMachine } from '../../config/value-forms.ts';
import type { Context, ContextOf } from '../../context.ts';
import { startMailbox, type AnyMailbox } from '../../platform/mail/mailbox.ts';
import { createMailer, type Mailer } from '../../platform/mail/mailer.ts';
import { createDemoSms, createHttpSms, type Sms } from '../../platform/mail/sms.ts';

export interface Delivery {
  readonly mailer: Mailer;
  /** Receives sent mail if no mail server is configured; only in the demo. */
  readonly mailbox: AnyMailbox | null;
  readonly sms: Sms | null;
}

/** @param shared the mailbox that another process of this machine runs, if one does */
export async function openMail(
  { settings, lifecycle }: Pick<ContextOf<'accounts'>, 'settings' | 'lifecycle'>,
  shared: AnyMailbox | null,
): Promise<Delivery> {
  const mailbox = shared ?? (settings.smtpUrl === null ? await openMailbox(lifecycle) : null);
  const { brandName: brand } = settings;
  const smtpUrl = settings.smtpUrl ?? mailbox?.smtpUrl ?? '';
  // Mails carry codes and links: in production they leave the machine only under TLS.
  const needsTls = settings.mode === 'production' && !isThisMachine(new URL(smtpUrl).hostname);
  const mailer = createMailer({ smtpUrl, from: settings.mailFrom, brand, needsTls });
  lifecycle.onClose(() => mailer.close());
  const demoSms = settings.mode === 'demo' ? createDemoSms(mailer) : null;
  return { mailer, mailbox, sms: settings.smsUrl === null ? demoSms : createHttpSms(settings.smsUrl, brand) };
}

async function openMailbox(lifecycle: Context['lifecycle']): Promise<AnyMailbox> {
  const mailbox = await startMailbox();
  lifecycle.onClose(() => mailbox.close());
  return mailbox;
}
