import type { Client } from '@fft/client';
import { consoleCalls } from '@fft/console-contract';
import { calls } from '@fft/contract';
import type { Attack } from '../attack.ts';
import { puppet } from '../customers.ts';
import { demoOperator } from '../operators.ts';
import { codeOf, countsOf, faultsIn } from '../world.ts';

const { markets, fees, operators } = consoleCalls;
const symbol = 'LTC/USDT';
const whole = 1_000_000;
/** The settings' maximum. */
const most = 10_000;

/** One market operator took a customer's whole trade as its fee once: resting orders paid it too. */
export const marketTerms: Attack = {
  name: "one market operator's fees, bands and halts",
  run: async (world) => {
    const operator = await demoOperator(world, 'demo.market');
    const { client, id: customer } = await puppet(world, { USDT: '1000', LTC: '2' });
    const before = await termsOf(operator, client);
    const limits = await limitsOf(operator);
    const changes = [
      { makerPpm: whole, takerPpm: whole },
      { makerPpm: most, takerPpm: most },
      { makerPpm: 0, takerPpm: 0 },
      { bandPpm: whole, collarPpm: whole },
      { bandPpm: 0 },
      { volatilityPpm: 0 },
      { volatilityPpm: whole, haltSeconds: 1, auctionSeconds: 1 },
      { minAmount: '0', maxAmount: '1000000000' },
    ];
    const tier = { nameZh: '贼', nameEn: 'Thieves' };
    const acts = [
      ...changes.map((change) => () => operator.call(markets.setLimits, { ...limits, ...change })),
      ...[whole, most, 0].flatMap((ppm) => [
        () => operator.call(markets.setCustomerFees, { customer, makerPpm: ppm, takerPpm: ppm }),
        () => operator.call(fees.saveTier, { ...tier, makerPpm: ppm, takerPpm: ppm, fromUsdt: 1 }),
      ]),
      () => operator.call(markets.listAsset, { code: 'THIEF', decimals: 6, zh: '贼', en: 'Thief' }),
      () => operator.call(markets.openMarket, { ...limits, symbol: 'LTC/ETH', tick: '0.0001', lot: '0.01' }),
    ];
    const codes: number[] = [];
    const broke: string[] = [];
    for (const act of acts) {
      const answer = act();
      const state = await answer.then(
        (done) => done.state,
        () => null,
      );
      if (state === 'set') broke.push(`one operator's act ${codes.length + 1} was done at once`);
      codes.push(await codeOf(answer));
      broke.push(...(await agreeAlone(operator)));
    }
    const after = await termsOf(operator, client);
    if (after !== before) broke.push(`terms became ${after}, which were ${before}`);
    return { tried: `${acts.length} acts`, refused: countsOf(codes), broke: [...broke, ...faultsIn(codes)] };
  },
};

async function limitsOf(operator: Client) {
  const found = (await operator.call(markets.list, {})).markets.find((market) => market.symbol === symbol);
  if (found === undefined) throw new Error(`${symbol} isn't listed`);
  const { state: _state, tick: _tick, lot: _lot, last: _last, volume: _volume, ...limits } = found;
  return limits;
}

/** All markets' figures and names, and what the customer pays, as one text. */
async function termsOf(operator: Client, customer: Client): Promise<string> {
  const listed = await operator.call(markets.list, {});
  const tiers = await operator.call(fees.tiers, {});
  const figures = listed.markets.map(({ last: _last, volume: _volume, state: _state, ...market }) => market);
  const { fees: paid } = await customer.call(calls.trade.detail, { symbol });
  return JSON.stringify({ figures, assets: listed.assets, tiers, paid });
}

/** The operator tries to agree to the own proposals, and withdraws them. */
async function agreeAlone(operator: Client): Promise<string[]> {
  const { items } = await operator.call(operators.approvals, { open: true });
  const broke: string[] = [];
  for (const { id } of items.filter(({ mine }) => mine)) {
    const agreed = await operator.call(operators.decide, { id, agree: true }).then(
      () => true,
      () => false,
    );
    if (agreed) broke.push(`one operator proposed act ${id} and agreed to it`);
    await operator.call(operators.decide, { id, agree: false }).catch(() => undefined);
  }
  return broke;
}
