import { consoleCalls } from '@fft/console-contract';
import type { Attack, World } from '../attack.ts';
import { puppet } from '../customers.ts';
import { demoOperator } from '../operators.ts';
import { codeOf } from '../world.ts';

const { customers, operators, content } = consoleCalls;
const forbidden = 403;
const refused = 409;

/** One operator of each role tries what takes two, or another role. */
export const oneOperator: Attack = {
  name: 'one operator tries to lift, lock up, shut out and mislead alone',
  run: async (world) => {
    const tries = [
      await liftsLock(world),
      await locksHouse(world),
      await shutsOut(world),
      await misleads(world),
    ].flat();
    const broke = tries.flatMap(({ what, isRefused }) => (isRefused ? [] : [what]));
    return { tried: `${tries.length} acts alone`, refused: `${tries.length - broke.length}`, broke };
  },
};

interface Tried {
  readonly what: string;
  readonly isRefused: boolean;
}

/** Support and an admin against a lock by order of a court; compliance alone as well. */
async function liftsLock(world: World): Promise<Tried[]> {
  const { id } = await puppet(world);
  const compliance = await demoOperator(world, 'demo.compliance');
  await compliance.call(customers.lock, { id, kind: 'court', reason: 'an order' });
  const tries: Tried[] = [];
  for (const name of ['demo.support', 'demo.admin', 'demo.compliance']) {
    const operator = await demoOperator(world, name);
    await codeOf(operator.call(customers.unlock, { id, reason: 'please' }));
    const { locked } = await compliance.call(customers.read, { id });
    tries.push({ what: `${name} lifted a court's lock alone`, isRefused: locked });
  }
  return tries;
}

/** The treasury's account and the makers. */
async function locksHouse(world: World): Promise<Tried[]> {
  const { customer } = await world.db.selectFrom('treasury').select('customer').executeTakeFirstOrThrow();
  const makers = await world.db
    .selectFrom('customers')
    .select('id')
    .where('nickname', 'like', 'Demo market %')
    .execute();
  const support = await demoOperator(world, 'demo.support');
  const tries: Tried[] = [];
  for (const id of [customer, ...makers.map((maker) => maker.id)]) {
    const code = await codeOf(support.call(customers.lock, { id, kind: 'security', reason: 'why not' }));
    tries.push({ what: `support locked the exchange's account ${id}`, isRefused: code === forbidden });
  }
  return tries;
}

async function shutsOut(world: World): Promise<Tried[]> {
  const admin = await demoOperator(world, 'demo.admin');
  const other = (await admin.call(operators.list, {})).find(({ name }) => name === 'demo.admin2');
  const code = await codeOf(admin.call(operators.disable, { id: other?.id ?? 0 }));
  return [{ what: 'one admin disabled the other', isRefused: code === refused }];
}

async function misleads(world: World): Promise<Tried[]> {
  const writer = await demoOperator(world, 'demo.content');
  const words = { titleZh: '通知', titleEn: 'News', textZh: '通知', textEn: '[Claim](https://evil.example)' };
  const message = await writer.call(content.sendMessage, words);
  const link = 'https://evil.example';
  const { banner } = await writer.call(content.saveBanner, { position: 0, titleZh: '通知', titleEn: 'News', link });
  return [
    { what: 'one operator messaged all customers with a link', isRefused: message.id === null },
    { what: 'one operator put a foreign link on the home page', isRefused: banner === null },
  ];
}
