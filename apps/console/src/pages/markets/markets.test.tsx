// @vitest-environment happy-dom
import {
  consoleCalls,
  marketStates,
  type FeeTier,
  type ListedMarket,
  type Role,
  type TokenCheck,
} from '@fft/console-contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Part } from '../../../testing/answers.ts';
import { api, buttonsIn, detailsIn, rowsOf, said, settled, show } from '../../../testing/show.tsx';
import { MarketsPage } from './MarketsPage.tsx';

const { markets, fees, tokens } = consoleCalls;
const btc: Part<ListedMarket> = {
  symbol: 'BTC/USDT',
  state: 'open',
  tick: '0.01',
  lot: '0.0001',
  minAmount: '5.00',
  maxAmount: '1000000.00',
  maxQuantity: '100.0000',
  makerPpm: 800,
  takerPpm: 1000,
  bandPpm: 200_000,
  collarPpm: 50_000,
  maxOpenOrders: 200,
  maxFills: 1000,
  maxIcebergParts: 100,
  volatilityPpm: 100_000,
  haltSeconds: 30,
  auctionSeconds: 60,
  last: '97412.50',
  volume: '1234567.891',
};
const vip: Part<FeeTier> = {
  id: 3,
  nameZh: '贵宾',
  nameEn: 'VIP',
  makerPpm: 200,
  takerPpm: 400,
  fromUsdt: 1_000_000,
  customers: 12,
};

async function start(tab: string | null = null, role: Role = 'market', lang: 'zh' | 'en' = 'en') {
  api.answers(consoleCalls.dashboard.read, { networks: { ETH: { zh: '以太坊', en: 'Ethereum' } } });
  api.answers(markets.list, {
    markets: [btc],
    assets: [{ code: 'BTC', decimals: 8, zh: '比特币', en: 'Bitcoin' }],
    rates: [
      { unit: 'CNY', perUsdt: '7.1' },
      { unit: 'EUR', perUsdt: '0.9' },
    ],
  });
  api.answers(fees.tiers, [vip]);
  const user = show(<MarketsPage />, { role, lang });
  if (tab !== null) await user.click(screen.getByRole('tab', { name: tab }));
  await settled();
  return user;
}
const dialog = (): HTMLElement => screen.getByRole('dialog');
const field = (label: string) => within(dialog()).getByLabelText<HTMLInputElement>(label);
const confirm = (name: string): HTMLElement => within(dialog()).getByRole('button', { name });

test('markets have price, turnover, fees and state', async () => {
  await start();
  expect(await rowsOf('Markets')).toEqual([['BTC/USDT', '97,412.50', '1,234,567.89', '0.08% / 0.10%', 'Open']]);
});

test.each([
  ['Markets', 'Open market'],
  ['Assets', 'List asset'],
  ['Tokens', 'Check a token'],
  ['Rates', 'Set rate'],
  ['Fees', 'New tier'],
])('of %s nothing can be changed without the right', async (tab, act) => {
  await start(tab, 'admin');
  expect(buttonsIn(document.body).filter((name) => name !== 'BTC/USDT')).toEqual([]);
  expect(screen.queryByRole('button', { name: act })).toBeNull();
});

async function openMarket(role: Role = 'market') {
  const user = await start(null, role);
  await user.click(screen.getByRole('button', { name: 'BTC/USDT' }));
  return { user, panel: screen.getByRole('complementary', { name: 'Market details' }) };
}

test('a market’s rules have the coin of each amount', async () => {
  const { panel } = await openMarket();
  expect(detailsIn(panel)).toEqual({
    'Last price': '97,412.50',
    '24h volume (USDT)': '1,234,567.89',
    'Tick size': '0.01 USDT',
    'Lot size': '0.0001 BTC',
    'Minimum amount': '5 USDT',
    'Maximum amount': '1,000,000 USDT',
    'Maximum quantity': '100 BTC',
    'Maker fee': '0.08%',
    'Taker fee': '0.10%',
    'Price band': '± 20.00%',
    'Market order collar': '± 5.00%',
    'Maximum open orders per customer': '200',
    'Maximum fills per order': '1,000',
    'Maximum parts of an iceberg': '100',
    'Maximum move in one minute': '10.00%, then a 30 s halt and a 60 s auction',
  });
});

test('who may only see markets sees the rules', async () => {
  expect(buttonsIn((await openMarket('admin')).panel)).toEqual(['Close']);
});

test.each(marketStates.filter((state) => state !== 'open'))(
  'a market is set to %s after a question, at once',
  async (state) => {
    const { user, panel } = await openMarket();
    api.answers(markets.setState, { state: 'set' });
    const names = { cancelOnly: 'Cancel only', halted: 'Halted', auction: 'Auction', open: 'Open' } as const;
    await user.click(within(panel).getByRole('button', { name: names[state] }));
    expect(screen.getByRole('dialog', { name: `Set BTC/USDT to “${names[state]}”?` }).textContent).toContain(
      'immediately',
    );
    expect(api.inputsOf(markets.setState)).toEqual([]);
    await user.click(confirm('Change'));
    await said('Changed');
    expect(api.inputsOf(markets.setState)).toEqual([{ symbol: 'BTC/USDT', state }]);
  },
);

test('to the state that it has a market isn’t set', async () => {
  const { user, panel } = await openMarket();
  await user.click(within(panel).getByRole('button', { name: 'Open' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('limits and fees are edited as percentages, and sent as the server counts them', async () => {
  const { user, panel } = await openMarket();
  await user.click(within(panel).getByRole('button', { name: 'Change limits and fees' }));
  expect(field('Maker fee').value).toBe('0.08');
  await user.clear(field('Maximum move in one minute'));
  await user.type(field('Maximum move in one minute'), '5');
  await user.clear(field('Minimum amount'));
  await user.type(field('Minimum amount'), 'x');
  await user.click(confirm('Change'));
  expect((await within(dialog()).findByRole('alert')).textContent).toBe('amount');
  await user.clear(field('Minimum amount'));
  await user.type(field('Minimum amount'), '0.01');
  api.answers(markets.setLimits, { state: 'waitsForSecond' });
  await user.click(confirm('Change'));
  await said('Proposed. Another operator must agree');
  expect(api.inputsOf(markets.setLimits).at(-1)).toMatchObject({
    symbol: 'BTC/USDT',
    volatilityPpm: 50_000,
    makerPpm: 800,
    minAmount: '0.01',
    maxFills: 1000,
  });
});

test('a new market is proposed', async () => {
  const user = await start();
  await user.click(screen.getByRole('button', { name: 'Open market' }));
  await user.type(field('Market'), 'pol/btc');
  await user.selectOptions(field('State'), 'Halted');
  for (const [label, value] of [
    ['Tick size', 'not a number'],
    ['Lot size', '0.1'],
  ] as const) {
    await user.clear(field(label));
    await user.type(field(label), value);
  }
  api.answers(markets.openMarket, { state: 'waitsForSecond' });
  await user.click(confirm('Open market'));
  await settled();
  expect(field('Tick size').getAttribute('aria-invalid')).toBe('true');
  await user.clear(field('Tick size'));
  await user.type(field('Tick size'), '0.0000001');
  await user.click(confirm('Open market'));
  await said('Proposed. Another operator must agree');
  expect(api.inputsOf(markets.openMarket)).toMatchObject([
    { symbol: 'POL/BTC', state: 'halted', tick: '0.0000001', lot: '0.1', takerPpm: 1000, bandPpm: 200_000 },
  ]);
});

test('assets are listed in both languages; a new one is proposed', async () => {
  const user = await start('Assets');
  expect(await rowsOf('Assets')).toEqual([['BTC', 'Bitcoin', '比特币', 'Coin', '8']]);
  await user.click(screen.getByRole('button', { name: 'List asset' }));
  await user.type(field('Code'), 'acme');
  await user.type(field('Chinese name'), '艾克米');
  await user.type(field('English name'), 'Acme');
  api.answers(markets.listAsset, { state: 'waitsForSecond' });
  await user.click(confirm('List asset'));
  await said('Proposed. Another operator must agree');
  expect(api.inputsOf(markets.listAsset)).toEqual([
    { code: 'ACME', decimals: 8, zh: '艾克米', en: 'Acme', fiat: false },
  ]);
});

test('a rate is set or proposed, and removed after a question; those that the app needs stay', async () => {
  const user = await start('Rates');
  expect(await rowsOf('Rates')).toEqual([
    ['CNY', '7.1', ''],
    ['EUR', '0.9', ''],
  ]);
  api.answers(markets.removeRate, null);
  expect(screen.queryByRole('button', { name: 'Remove rate CNY' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove rate EUR' }));
  await user.click(confirm('Remove rate'));
  await said('Rate removed');
  expect(api.inputsOf(markets.removeRate)).toEqual([{ unit: 'EUR' }]);
  await user.click(screen.getByRole('button', { name: 'Set rate' }));
  await user.type(field('Currency'), 'eur');
  await user.type(field('Per 1 USDT'), '0.95');
  api.answers(markets.setRate, { state: 'set' });
  await user.click(confirm('Set rate'));
  await said('Changed');
  expect(api.inputsOf(markets.setRate)).toEqual([{ unit: 'EUR', perUsdt: '0.95' }]);
});

test.each([
  ['en', 'Fees', 'Fee tiers', 'VIP'],
  ['zh', '费率', '费率等级', '贵宾'],
] as const)('fee tiers have their name, turnover and fees (%s)', async (lang, tab, label, name) => {
  await start(tab, 'market', lang);
  expect((await rowsOf(label))[0]?.slice(0, 5)).toEqual([name, '1,000,000', '0.02%', '0.04%', '12']);
});

test('a tier is saved with its fees, or proposed', async () => {
  const user = await start('Fees');
  await user.click(screen.getByRole('button', { name: 'Edit tier' }));
  expect([field('Maker fee').value, field('Minimum 30-day turnover').value]).toEqual(['0.02', '1000000']);
  await user.clear(field('Taker fee'));
  await user.type(field('Taker fee'), '0.05');
  await user.clear(field('Minimum 30-day turnover'));
  api.answers(fees.saveTier, { state: 'waitsForSecond' });
  await user.click(confirm('Save tier'));
  await said('Proposed. Another operator must agree');
  expect(api.inputsOf(fees.saveTier)).toEqual([{ id: 3, nameZh: '贵宾', nameEn: 'VIP', makerPpm: 200, takerPpm: 500 }]);
});

test('before a tier is deleted the dialog counts who is in it', async () => {
  const user = await start('Fees');
  await user.click(screen.getByRole('button', { name: 'Delete tier' }));
  expect(dialog().textContent).toContain('12 customers are in this tier');
  api.answers(fees.deleteTier, { state: 'set' });
  await user.click(confirm('Delete tier'));
  await said('Tier deleted');
  expect(api.inputsOf(fees.deleteTier)).toEqual([{ id: 3 }]);
});

test('without a customer there is nothing to confirm', async () => {
  const user = await start('Fees');
  for (const act of ['Set fees', 'Return to automatic']) {
    await user.click(screen.getByRole('button', { name: act }));
    expect(screen.getByText('Enter a customer number')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  }
});

test('one customer’s fees are proposed only after a confirmation that shows them', async () => {
  const user = await start('Fees');
  await user.type(screen.getByLabelText('Customer no.'), '1004');
  for (const [label, fee] of [
    ['Maker fee', '0.02'],
    ['Taker fee', '0.04'],
  ] as const) {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), fee);
  }
  await user.click(screen.getByRole('button', { name: 'Set fees' }));
  expect(screen.getByRole('dialog', { name: 'Set the fees of customer 1004?' })).toBeDefined();
  expect(detailsIn(dialog())).toEqual({ 'Maker fee': '0.02%', 'Taker fee': '0.04%' });
  await user.click(confirm('Cancel'));
  expect(api.inputsOf(markets.setCustomerFees)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Set fees' }));
  // Lower than anyone can reach: another operator must agree.
  api.answers(markets.setCustomerFees, { state: 'waitsForSecond' });
  await user.click(confirm('Set fees'));
  await said('Proposed. Another operator must agree');
  expect(api.inputsOf(markets.setCustomerFees)).toEqual([{ customer: 1004, makerPpm: 200, takerPpm: 400 }]);
});

test('a customer gets a tier by hand, or goes back to turnover', async () => {
  const user = await start('Fees');
  api.answers(fees.setTier, { state: 'set' });
  await user.type(screen.getByLabelText('Customer no.'), '1004');
  await user.selectOptions(screen.getByLabelText('Tier'), 'VIP');
  await user.click(screen.getByRole('button', { name: 'Set fees' }));
  expect(dialog().textContent).toContain('VIP');
  await user.click(confirm('Set fees'));
  await said('Fees updated');
  await user.click(screen.getByRole('button', { name: 'Return to automatic' }));
  await user.click(confirm('Return to automatic'));
  await settled();
  expect(api.inputsOf(fees.setTier)).toEqual([{ customer: 1004, tier: 3 }, { customer: 1004 }]);
});

const check: Part<TokenCheck> = {
  id: 1,
  chain: 'ETH',
  contract: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  answer: {
    symbol: 'usdc',
    name: 'USD Coin',
    decimals: 6,
    findings: ['canBlock'],
    signer: { coin: 'USDC', decimals: 6 },
  },
};

test.each([
  ['being checked', { ...check, answer: null }, 'Checking'],
  ['refused', { ...check, answer: { findings: ['takesFee'] } }, 'Can’t be listed'],
] as const)('a token that is %s can’t be proposed', async (_what, of, result) => {
  api.answers(tokens.list, { checks: [of] });
  await start('Tokens');
  expect((await rowsOf('Checked contracts'))[0]?.at(-1)).toBe(result);
});

test('a checked token is proposed with its amounts, beside what was found', async () => {
  api.answers(tokens.list, {
    networks: ['ETH'],
    checks: [check],
    tokens: [
      {
        coin: 'DAI',
        chain: 'ETH',
        contract: '0x6b175474e89094c44da98b954eedeac495271d0f',
        fee: '2',
        operators: 'li, wu',
        open: false,
      },
    ],
  });
  const user = await start('Tokens');
  expect(await rowsOf('Listed tokens')).toEqual([
    ['DAI', 'Ethereum', '0x6b1754…271d0f', '2', 'li, wu', 'Waits for the signer'],
  ]);
  expect(screen.getByText(/^A token that waits for the signer/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Propose to list' }));
  expect(detailsIn(dialog())).toEqual({
    Network: 'EthereumETH',
    'Contract address': check.contract,
    'Calls itself': 'usdc',
    Name: 'USD Coin',
    Decimals: '6',
    Findings: 'The issuer can block addresses',
    'At the signer': 'USDC, 6 decimals',
  });
  expect(field('Coin').value).toBe('USDC');
  for (const [label, amount] of [
    ['Withdrawal fee', '2'],
    ['Smallest withdrawal', '10'],
    ['Largest withdrawal', '100'],
    ['Smallest deposit', '1'],
  ] as const)
    await user.type(field(label), amount);
  api.answers(tokens.propose, { approval: 5 });
  await user.click(confirm('Propose to list'));
  await said('Proposed. Another operator must agree');
  expect(api.inputsOf(tokens.propose)).toMatchObject([
    { check: 1, coin: 'USDC', fee: '2', min: '10', max: '100', minDeposit: '1' },
  ]);
});

test('a contract is checked on the chosen network', async () => {
  api.answers(tokens.list, { networks: ['ETH'] });
  api.answers(tokens.check, { id: 1 });
  const user = await start('Tokens');
  await user.click(screen.getByRole('button', { name: 'Check a token' }));
  // As it is pasted, with what stands around it.
  await user.type(field('Contract address'), ` ${check.contract} `);
  await user.click(confirm('Check a token'));
  await said('The check has begun');
  expect(api.inputsOf(tokens.check)).toEqual([{ chain: 'ETH', contract: check.contract }]);
});
