import type { CallOutput, calls } from '@fft/contract';
import { createTestDatabase, type TestDatabase } from '../src/database/test-database.ts';
import { createTestApi, type TestAnswer, type TestApi } from './test-api.ts';
import { createMailer } from '../src/mail/mailer.ts';
import { startMailbox, type Mailbox } from '../src/mail/mailbox.ts';
import { createDemoSms } from '../src/mail/sms.ts';
import { standardLimits, type PassportLimits } from '../src/passport/limits.ts';
import { createPassport, type Passport } from '../src/passport/passport.ts';

export type Entered = CallOutput<typeof calls.passport.login>;

/** The area over a real database, a real mail server and real HTTP, with a clock that tests move. */
export interface TestPassport {
  readonly http: TestApi;
  readonly database: TestDatabase;
  readonly mailbox: Mailbox;
  readonly passport: Passport;
  readonly clock: { time: number };
  /** Asks for a code and reads it from the mailbox. */
  codeFor(email: string): Promise<string>;
  /** Registers with a code and {@link testPassword}. */
  register(email: string): Promise<Entered>;
  close(): Promise<void>;
}

export const testPassword = 'a horse, a staple';

/** As the standard ones, but hashing is cheap and codes may be asked for as often as a test needs. */
export const testLimits: PassportLimits = {
  ...standardLimits,
  code: { ...standardLimits.code, perMinute: 1000, perHour: 1000, perHourPerCustomer: 1000 },
  password: { ...standardLimits.password, memoryKib: 64, passes: 1, waitingMax: 1000 },
};

export interface TestPassportOptions {
  readonly limits?: PassportLimits;
  /** Binds further calls before the server listens. */
  readonly bind?: (http: TestApi, passport: Passport) => void;
}

export async function startTestPassport(options: TestPassportOptions = {}): Promise<TestPassport> {
  const { limits = testLimits, bind } = options;
  const database = await createTestDatabase();
  const mailbox = await startMailbox();
  const mailer = createMailer({ smtpUrl: mailbox.smtpUrl, from: 'FFT <no-reply@fft.example>' });
  const clock = { time: Date.now() };
  const http = await createTestApi({ sessions: { authenticate: (token) => passport.sessions.authenticate(token) } });
  const passport = await createPassport({
    database,
    mailer,
    sms: createDemoSms(mailer),
    log: http.api.log,
    codeSecret: 'code secret of the tests',
    passwordPepper: 'pepper of the tests',
    limits,
    now: () => clock.time,
  });
  passport.bindCalls(http.api);
  bind?.(http, passport);
  await http.listen();

  async function codeFor(email: string): Promise<string> {
    await http.post('/api/passport/regemail.html', { fields: { email } });
    return mailbox.mails(email)[0]?.code ?? '';
  }

  return {
    http,
    database,
    mailbox,
    passport,
    clock,
    codeFor,
    register: async (email) =>
      enteredOf(await http.post('/api/passport/reg.html', { fields: formOf(email, await codeFor(email)) })),
    close: async () => {
      await http.close();
      mailer.close();
      await mailbox.close();
      await database.close();
    },
  };
}

/** The form of a registration. */
export function formOf(email: string, code: string): Record<string, string> {
  return { email, code, password: testPassword, passwordConfirm: testPassword };
}

export function enteredOf(answer: TestAnswer): Entered {
  if (answer.body.code !== 200) throw new Error(answer.text);
  return answer.body.data as Entered;
}
