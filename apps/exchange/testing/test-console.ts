import { createClient, createStream, type Client } from '@fft/client';
import { consoleCalls, roles, type Role } from '@fft/console-contract';
import { generateSync } from 'otplib';
import { createFieldCipher } from '../src/platform/crypto/field-cipher.ts';
import { addOperator, type MachineAct } from '../src/admin/at-the-machine.ts';
import { createSessionTokens } from '../src/platform/crypto/session-tokens.ts';
import { createLinks, type Links } from '../src/admin/links.ts';
import { createRoster, type Roster } from '../src/admin/roster.ts';
import { createOperatorSessions } from '../src/admin/sessions.ts';
import { createPasswords } from '../src/accounts/passwords/passwords.ts';
import { openSecrets } from '../src/config/secrets.ts';
import { readSettings } from '../src/config/settings.ts';
import type { TestCustomer } from './test-exchange.ts';
import { testLimits } from './test-passport.ts';
import { startTestMoney, type TestMoney } from './test-money.ts';

/** An operator of a test who is logged in. */
export interface TestOperator extends Client {
  readonly name: string;
  readonly token: string;
  readonly secret: string;
}

/** The exchange with its console, and an operator of every role in it. */
export interface TestConsole {
  readonly money: TestMoney;
  readonly roster: Roster;
  /** Calls without a session. */
  readonly nobody: Client;
  readonly links: Links;
  /** What the machine's own operator acts with, now. */
  machine(): MachineAct;
  /** Makes an operator, who enrols and logs in. */
  operator(name: string, role: Role): Promise<TestOperator>;
  /** Logs one in who was here before. */
  enter(name: string, secret: string): Promise<TestOperator>;
  readonly by: Readonly<Record<Role, TestOperator>>;
  /** Opens a page of the customer that listens. */
  open(who: TestCustomer): Promise<OpenPage>;
  /** What the operator's app shows now. Each code is good once: the clock goes on by a step. */
  codeOf(secret: string): string;
}

/** What a customer's open page is told of his inbox. */
export interface OpenPage {
  /** How many messages aren't read, as it is told next. */
  unread(): Promise<number>;
  close(): void;
}

export const ownPassword = 'a password of my own';

/** Enrols by a link with {@link ownPassword}; gives the app's secret. */
export async function enrolBy(nobody: Client, token: string, codeOf: (secret: string) => string): Promise<string> {
  const { seed, secret } = await nobody.call(consoleCalls.session.beginEnrolment, { token });
  await nobody.call(consoleCalls.session.enrol, { token, seed, password: ownPassword, code: codeOf(secret) });
  return secret;
}

export async function startTestConsole(variables: Readonly<Record<string, string>> = {}): Promise<TestConsole> {
  const money = await startTestMoney({ CONSOLE_PORT: '0', ...variables });
  const { exchange, clock } = money;
  const { db } = exchange.database;
  const { passwordPepper: pepper } = await openSecrets(readSettings(exchange.environment));
  const passwords = await createPasswords({ pepper, limits: testLimits.password });
  const roster = createRoster({ db, seal: createFieldCipher(pepper), passwords, now: () => clock.time });
  // The server may be another one by the time of the call.
  const clientOf = (token: string): Client => ({
    call: (call, input, options) =>
      createClient({ baseUrl: exchange.consoleUrl, token: () => token, lang: () => 'en' }).call(call, input, options),
  });
  const nobody = clientOf('');

  function codeOf(secret: string): string {
    clock.time += 30_000;
    return generateSync({ secret, epoch: Math.floor(clock.time / 1000) });
  }

  const links = createLinks({ db, secret: pepper, now: () => clock.time });
  const sessions = createOperatorSessions({
    db,
    tokens: createSessionTokens(pepper, 'operator'),
    now: () => clock.time,
  });
  const machine = (): MachineAct => ({ db, roster, links, sessions, operator: 'machine', time: clock.time });

  async function operator(name: string, role: Role): Promise<TestOperator> {
    const { token } = await addOperator(machine(), { name, role, email: `${name}@staff.example` });
    const secret = await enrolBy(nobody, token, codeOf);
    return enter(name, secret);
  }

  async function enter(name: string, secret: string): Promise<TestOperator> {
    const input = { name, password: ownPassword, code: codeOf(secret) };
    const entered = await nobody.call(consoleCalls.session.login, input);
    return { name, token: entered.token, secret, ...clientOf(entered.token) };
  }

  async function open(who: TestCustomer): Promise<OpenPage> {
    const stream = createStream({ url: `${exchange.url.replace('http', 'ws')}/ws`, token: () => who.token });
    const told: number[] = [];
    const waiting: ((unread: number) => void)[] = [];
    stream.subscribe('messages', ({ unread }) => {
      const next = waiting.shift();
      if (next) next(unread);
      else told.push(unread);
    });
    // A call, even of an order that isn't there, is answered after all that the page asked for first.
    await stream.call('cancel', { id: '1' }).catch(() => undefined);
    return {
      unread: async () => told.shift() ?? new Promise((resolve) => waiting.push(resolve)),
      close: () => stream.close(),
    };
  }

  const by: Partial<Record<Role, TestOperator>> = {};
  for (const role of roles) by[role] = await operator(`the.${role}`, role);
  return { money, roster, links, machine, nobody, operator, enter, open, by: by as Record<Role, TestOperator>, codeOf };
}
