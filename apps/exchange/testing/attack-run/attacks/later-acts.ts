import { RefusedError } from '@fft/client';
import { calls, type Twap } from '@fft/contract';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { maxMessages } from '../../../src/content/inbox.ts';
import type { Attack, World } from '../attack.ts';
import { askAgain, newestCode, puppet, type Puppet } from '../customers.ts';

const symbol = 'USDT/CNY';
const tooLateMs = 2_000;

function beginTwap(world: World, { client }: Puppet): Promise<Twap> {
  const terms = { symbol, side: 'buy', style: 'market', orders: 5, durationMs: 10_000, quantity: '50' } as const;
  return client.call(calls.twap.create, { clientId: world.name('twap'), ...terms });
}

/** One queue for all plans once let an honest TWAP order do one part of twelve. */
export const twapCrowd: Attack = {
  name: '150 TWAP orders of 15 accounts beside an honest one',
  run: async (world) => {
    const accounts = world.count(15, 3);
    const crowd = await Promise.all(
      Array.from({ length: accounts }, (_none, index) => puppet(world, { CNY: '20000' }, world.address(index + 2))),
    );
    const honest = await puppet(world, { CNY: '20000' });
    for (let each = 0; each < 10; each += 1) await Promise.all(crowd.map((one) => beginTwap(world, one)));
    const begun = Date.now();
    const twap = await beginTwap(world, honest);
    const late: number[] = [];
    for (let ended = false; !ended && Date.now() - begun < 30_000;) {
      await delay(200);
      const found = (await honest.client.call(calls.twap.list, {})).items.find(({ id }) => id === twap.id);
      ended = found?.state === 'ended';
      if (found?.nextAt != null) late.push(Date.now() - found.nextAt);
    }
    const worst = Math.max(0, ...late);
    const broke = worst > tooLateMs ? [`an honest TWAP order was ${worst} ms late`] : [];
    return { tried: `${accounts * 10} TWAP orders`, refused: `the honest one at most ${worst} ms late`, broke };
  },
};

/** An account without money once got 3.4 messages a second for ever, and lists of others took 1,590 ms. */
export const inboxGrowth: Attack = {
  name: 'an inbox that grows without money',
  run: async (world) => {
    const { client, id } = await puppet(world);
    const rounds = world.count(400, 20);
    let refused = 0;
    for (let round = 0; round < rounds && !world.signal.aborted; round += 1) {
      const terms = { from: 'USDT', to: 'BTC', amount: '100', every: 'day', hour: 0, timeZone: 'UTC' } as const;
      try {
        const buy = await client.call(calls.recurring.create, { clientId: world.name('buy'), ...terms });
        await client.call(calls.recurring.remove, { id: buy.id });
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        refused += 1;
        await delay(1_000);
      }
    }
    const { rows } = await sql<{ messages: number; plans: number; mails: number }>`
      select (select count(*) from messages where customer = ${id}) as messages,
        (select count(*) from order_schedules where customer = ${id} and state = 'ended') as plans,
        (select count(*) from outbox where customer = ${id}) as mails`.execute(world.db);
    const { messages = 0, plans = 0, mails = 0 } = rows[0] ?? {};
    const { count } = await client.call(calls.content.unread, {});
    const broke = [
      ...(messages > 2 * maxMessages ? [`the inbox has ${messages} messages`] : []),
      ...(plans > 201 ? [`the account keeps ${plans} ended plans`] : []),
      ...(mails > 10 ? [`${mails} mails wait for one account`] : []),
      ...(count > 100 ? [`${count} messages were counted`] : []),
    ];
    const kept = `${refused} for their number; ${messages} messages, ${plans} ended plans kept`;
    return { tried: `${rounds} plans made and deleted`, refused: kept, broke };
  },
};

/** A thief's recurring buy once went on after a password reset and the end of all sessions. */
export const thiefsPlan: Attack = {
  name: 'a recurring buy of a thief across a password reset',
  run: async (world) => {
    const { client, email, id } = await puppet(world, { USDT: '1000' });
    const terms = { from: 'USDT', to: 'BTC', amount: '100', every: 'day', hour: 0, timeZone: 'UTC' } as const;
    await client.call(calls.recurring.create, { clientId: world.name('buy'), ...terms });
    await askAgain(world);
    const anonymous = world.client();
    const { flow } = await anonymous.call(calls.auth.requestPasswordReset, { email });
    const password = `another password of ${email}`;
    const code = await newestCode(anonymous, email);
    await anonymous.call(calls.auth.resetPassword, { email, flow, code, password, passwordConfirm: password });
    // A day passes for the plan.
    await sql`update order_schedules set next_at = 0 where customer = ${id}`.execute(world.db);
    await delay(1_500);
    const { rows } = await sql<{ state: string; orders: number }>`
      select state, (select count(*) from order_schedule_children where schedule = order_schedules.id)::int as orders
      from order_schedules where customer = ${id}`.execute(world.db);
    const mails = await anonymous.call(calls.demo.mailbox, { to: email });
    const broke = [
      ...(rows.some(({ state, orders }) => state !== 'paused' || orders > 0) ? ['the plan went on'] : []),
      ...(mails.some(({ subject }) => subject.includes('Recurring buy set up') || subject.includes('已创建定投'))
        ? []
        : ['the owner got no mail about the plan']),
    ];
    return { tried: '1 plan, 1 reset', refused: '1 paused', broke };
  },
};
