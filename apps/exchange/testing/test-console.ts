import { createClient, createStream, type Client } from '@fft/client';
import { consoleCalls, photos, roles, type Role } from '@fft/console-contract';
import { generateSync } from 'otplib';
import { createFieldCipher } from '../src/platform/crypto/field-cipher.ts';
import { addOperator, type MachineAct } from '../src/admin/staff/at-the-machine.ts';
import { createSessionTokens } from '../src/platform/crypto/session-tokens.ts';
import { createLinks, type Links } from '../src/admin/staff/links.ts';
import { createRoster, type Roster } from '../src/admin/staff/roster.ts';
import { forgetDevices } from '../src/accounts/sign-in/device-keys.ts';
import { createOperatorSessions } from '../src/admin/staff/sessions.ts';
import { createPasswords } from '../src/accounts/passwords/passwords.ts';
import { openSecrets } from '../src/config/secrets.ts';
import { readSettings } from '../src/config/settings.ts';
import type { TestCustomer } from './test-exchange.ts';
import { testLimits } from './test-accounts.ts';
import { startTestMoney, type TestMoney } from './test-money.ts';

/** An operator of a test, with a session. */
export interface TestOperator extends Client {
  readonly name: string;
  readonly token: string;
  readonly secret: string;
}

/** A test exchange with its console and an operator of every role. */
export interface TestConsole {
  readonly money: TestMoney;
  readonly roster: Roster;
  /** A client without a session. */
  readonly anonymous: Client;
  readonly links: Links;
  /** The parts for acts at the machine, at the current time. */
  machine(): MachineAct;
  /** Creates an operator, who enrols and logs in. */
  operator(name: string, role: Role): Promise<TestOperator>;
  /** Lets a second operator of the role agree to everything that waits. Returns how many acts were carried out. */
  agreeAll(role: Role): Promise<number>;
  /** Logs in an existing operator. */
  enter(name: string, secret: string): Promise<TestOperator>;
  readonly by: Readonly<Record<Role, TestOperator>>;
  /** Opens a customer's page, which listens to their inbox. */
  open(who: TestCustomer): Promise<OpenPage>;
  /** Returns the next code of an authenticator app. Moves the clock by one step, because each code works once. */
  codeOf(secret: string): string;
}

/** The inbox messages that a customer's open page receives. */
export interface OpenPage {
  /** Returns the next count of unread messages that arrives. */
  unread(): Promise<number>;
  close(): void;
}

export const ownPassword = 'a password of my own';

/** Enrols by a link with {@link ownPassword}. Returns the app's secret. */
export async function enrolBy(anonymous: Client, token: string, codeOf: (secret: string) => string): Promise<string> {
  const { seed, secret } = await anonymous.call(consoleCalls.session.beginEnrolment, { token });
  await anonymous.call(consoleCalls.session.enrol, { token, seed, password: ownPassword, code: codeOf(secret) });
  return secret;
}

export async function startTestConsole(variables: Readonly<Record<string, string>> = {}): Promise<TestConsole> {
  const money = await startTestMoney({ CONSOLE_PORT: '0', ...variables });
  const { exchange, clock } = money;
  const { db } = exchange.database;
  const { passwordPepper: pepper } = await openSecrets(readSettings(exchange.environment));
  const passwords = await createPasswords({ pepper, limits: testLimits.password });
  const roster = createRoster({ db, seal: createFieldCipher(pepper), passwords, now: () => clock.time });
  // A restart may change the server's address, so each call reads it.
  const clientOf = (token: string): Client => ({
    call: (call, input, options) =>
      createClient({ baseUrl: exchange.consoleUrl, token: () => token, lang: () => 'en' }).call(call, input, options),
  });
  const anonymous = clientOf('');

  function codeOf(secret: string): string {
    clock.time += 30_000;
    return generateSync({ secret, epoch: Math.floor(clock.time / 1000) });
  }

  const links = createLinks({ db, secret: pepper, now: () => clock.time });
  const sessions = createOperatorSessions({
    db,
    tokens: createSessionTokens(pepper, 'operator'),
    forgetDevices,
    now: () => clock.time,
  });
  const machine = (): MachineAct => ({ db, roster, links, sessions, operator: 'machine', time: clock.time });

  async function operator(name: string, role: Role): Promise<TestOperator> {
    const { token } = await addOperator(machine(), { name, role, email: `${name}@staff.example` });
    const secret = await enrolBy(anonymous, token, codeOf);
    return enter(name, secret);
  }

  async function enter(name: string, secret: string): Promise<TestOperator> {
    const input = { name, password: ownPassword, code: codeOf(secret) };
    const entered = await anonymous.call(consoleCalls.session.login, input);
    return { name, token: entered.token, secret, ...clientOf(entered.token) };
  }

  async function open(who: TestCustomer): Promise<OpenPage> {
    const stream = createStream({ url: `${exchange.url.replace('http', 'ws')}/ws`, token: () => who.token });
    const received: number[] = [];
    const waiting: ((unread: number) => void)[] = [];
    stream.subscribe('messages', ({ unread }) => {
      const next = waiting.shift();
      if (next) next(unread);
      else received.push(unread);
    });
    // The response to a call follows those to the page's earlier requests, even if the order is unknown.
    await stream.call('cancel', { id: '1' }).catch(() => undefined);
    return {
      unread: async () => received.shift() ?? new Promise((resolve) => waiting.push(resolve)),
      close: () => stream.close(),
    };
  }

  const seconds = new Map<Role, TestOperator>();
  async function agreeAll(role: Role): Promise<number> {
    const known = seconds.get(role);
    // A session may have ended meanwhile.
    const second = known ? await enter(known.name, known.secret) : await operator(`agreeing.${role}`, role);
    seconds.set(role, second);
    const { items } = await second.call(consoleCalls.operators.approvals, { open: true, limit: 100 });
    const others = items.filter(({ mine }) => !mine);
    for (const { id } of others.toReversed()) await second.call(consoleCalls.operators.decide, { id, agree: true });
    return others.length;
  }

  const by: Partial<Record<Role, TestOperator>> = {};
  for (const role of roles) by[role] = await operator(`the.${role}`, role);
  return {
    money,
    roster,
    links,
    machine,
    anonymous,
    operator,
    agreeAll,
    enter,
    open,
    by: by as Record<Role, TestOperator>,
    codeOf,
  };
}

/** Views a withdrawal, which an approval requires, and approves it. */
export async function approveViewed(by: Client, id: number): Promise<{ readonly state: string }> {
  await by.call(consoleCalls.treasury.showWithdrawal, { id });
  return by.call(consoleCalls.treasury.approve, { id });
}

/** Requests every photo of a customer's documents, which an approval requires, and approves them. */
export async function passViewed(by: Client, customer: number, submission?: number): Promise<void> {
  const papers = { customer, ...(submission !== undefined && { submission }) };
  // Documents that a test put into the table have no pictures; the view is logged in any case.
  for (const photo of photos) await by.call(consoleCalls.identity.photo, { ...papers, photo }).catch(() => undefined);
  await by.call(consoleCalls.identity.pass, papers);
}
