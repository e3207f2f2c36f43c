import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

const token = `0x${'Ab'.repeat(20)}`;
const dollar = { contract: token, decimals: 6, fee: '0.3', min: '5', max: '500000', minDeposit: '1' };
const ether = { contract: 'native', fee: '0.00005', min: '0.001', max: '200', minDeposit: '0.0005' };
/** Networks that the code doesn't know. */
const networks = {
  MODE: 'demo',
  SIGNER_SOCKET: '/run/signer.sock',
  EVM_NETWORKS: 'EVM10, EVM59144',
  EVM10_RPC_URLS: 'https://a.example,https://b.example',
  EVM10_TITLE: 'Optimism',
  EVM10_COIN: 'ETH',
  EVM10_CONFIRMATIONS: '30',
  EVM10_FINALITY: 'safe',
  EVM10_FINAL_SECONDS: '240',
  EVM10_BLOCK_SECONDS: '2',
  EVM10_MAX_GWEI: '100',
  EVM10_DATA_FEE: 'optimism',
  EVM10_CONTRACTS: JSON.stringify({ USDT: dollar, ETH: ether }),
  EVM10_TRACES: 'on',
  EVM10_DISPERSE: token,
  EVM10_EXPLORER_URL: 'https://explorer.example',
  EVM59144_TITLE: 'Linea',
  EVM59144_COIN: 'ETH',
  EVM59144_CONFIRMATIONS: '60',
  EVM59144_BLOCK_SECONDS: '0.25',
  EVM59144_MAX_GWEI: '50',
  EVM59144_DATA_FEE: 'none',
};

function problemsOf(changes: Readonly<Record<string, string>>): readonly string[] {
  try {
    readSettings({ ...networks, ...changes });
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

test('a network is described, and followed where its nodes are named', () => {
  const { chains, ownNetworks, explorers } = readSettings(networks);
  const { contract: _contract, decimals: _decimals, ...terms } = dollar;
  const { contract: _native, ...ofEther } = ether;
  expect(ownNetworks).toEqual([
    {
      chain: 'EVM10',
      chainId: 10,
      title: 'Optimism',
      own: 'ETH',
      blockSeconds: 2,
      confirmations: 30,
      finality: 'safe',
      markedAfterSeconds: { safe: 240, finalized: 240 },
      dataFee: 'optimism',
      maxGwei: 100,
      minTip: 0n,
      coins: [
        { coin: 'USDT', contract: token.toLowerCase(), chainDecimals: 6, ...terms },
        { coin: 'ETH', contract: null, chainDecimals: 18, ...ofEther },
      ],
    },
    expect.objectContaining({ chain: 'EVM59144', chainId: 59_144, blockSeconds: 0.25, finality: 'depth', coins: [] }),
  ]);
  expect(chains).toMatchObject([
    {
      chain: 'EVM10',
      chainId: 10,
      rpcUrls: ['https://a.example', 'https://b.example'],
      contracts: { USDT: token.toLowerCase() },
      confirmations: 30,
      finality: 'safe',
      traces: true,
      disperse: token,
    },
  ]);
  expect(explorers).toEqual({ EVM10: 'https://explorer.example', EVM59144: null });
});

const production = {
  MODE: 'production',
  DATABASE_URL: 'postgres://fft:secret@db.example/fft?sslmode=verify-full',
  SMTP_URL: 'smtps://fft:secret@mail.example:465',
  MAIL_FROM: 'FFT <no-reply@mail.example>',
  CODE_SECRET: 'c'.repeat(32),
  PASSWORD_PEPPER: 'p'.repeat(32),
  WITHDRAWAL_MAC_KEY: 'm'.repeat(32),
};

test('in production it needs two nodes, and a block that the nodes call final unless the settings say otherwise', () => {
  const { EVM10_FINALITY: _, ...rest } = networks;
  const { chains } = readSettings({ ...rest, ...production });
  expect(chains).toMatchObject([{ chain: 'EVM10', finality: 'finalized' }]);
  expect(problemsOf({ ...production, EVM10_RPC_URLS: 'https://a.example' })).toEqual([
    expect.stringContaining('EVM10_RPC_URLS must list a second node, of another host, in production'),
  ]);
  const { MODE: _mode, ...unmarked } = networks;
  expect(() => readSettings(unmarked)).toThrow('MODE is not set, and EVM10_RPC_URLS is for real use');
});

describe('one problem for one wrong setting', () => {
  const wrong: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ['a title that is missing', { EVM10_TITLE: '' }, 'EVM10_TITLE is required'],
    ['a title with markup', { EVM10_TITLE: '<b>Optimism</b>' }, 'EVM10_TITLE must be a name like Optimism'],
    ['one title twice', { EVM59144_TITLE: 'optimism' }, "EVM59144_TITLE is another network's"],
    ['the title of a known network', { EVM10_TITLE: 'bnb smart chain' }, "EVM10_TITLE is another network's"],
    ['such a title with its standard', { EVM10_TITLE: 'Ethereum (ERC20)' }, "EVM10_TITLE is another network's"],
    ['such a title in Chinese', { EVM10_TITLE: '以太坊' }, "EVM10_TITLE is another network's"],
    ['a coin in lower case', { EVM10_COIN: 'eth', EVM10_CONTRACTS: '' }, 'EVM10_COIN must be a ticker like ETH'],
    ['no depth', { EVM10_CONFIRMATIONS: '' }, 'EVM10_CONFIRMATIONS is required'],
    ['a depth of none', { EVM10_CONFIRMATIONS: '0' }, 'EVM10_CONFIRMATIONS must be a whole number from 1 to 1000'],
    ['an unknown finality', { EVM10_FINALITY: 'soon' }, 'EVM10_FINALITY must be depth, safe or finalized'],
    ['no seconds of a block', { EVM10_BLOCK_SECONDS: '' }, 'EVM10_BLOCK_SECONDS is required'],
    ['blocks without end', { EVM10_BLOCK_SECONDS: '0' }, 'EVM10_BLOCK_SECONDS must be seconds from 0.05 to 600'],
    ['no limit of fees', { EVM10_MAX_GWEI: '' }, 'EVM10_MAX_GWEI is required'],
    ['no word about data', { EVM10_DATA_FEE: '' }, 'EVM10_DATA_FEE must be none, optimism or arbitrum'],
    ['an explorer without TLS', { EVM10_EXPLORER_URL: 'http://a.example' }, 'EVM10_EXPLORER_URL must be off, or a URL'],
    ['a contract for batches without an address', { EVM10_DISPERSE: '0x12' }, 'EVM10_DISPERSE must be the address'],
    ['a node that is no URL', { EVM10_RPC_URLS: 'a.example' }, 'EVM10_RPC_URLS must list different URLs'],
    ['nodes of one host', { EVM10_RPC_URLS: 'https://a.example/1,https://a.example/2' }, 'nodes of two hosts'],
    ['no networks', { EVM_NETWORKS: 'EVM10,EVM59144,optimism' }, 'EVM_NETWORKS must list names with chain ids'],
    ['a zero before a chain id', { EVM_NETWORKS: 'EVM10,EVM59144,EVM010' }, 'EVM_NETWORKS must list names'],
    ['a network twice', { EVM_NETWORKS: 'EVM10,EVM59144,EVM10' }, 'EVM_NETWORKS must name each network once'],
    [
      'a known network',
      { EVM_NETWORKS: 'EVM10,EVM59144,EVM137' },
      'must not list EVM137: FFT knows that network as POLYGON',
    ],
    [
      'a known network that is described, too',
      { EVM_NETWORKS: 'EVM10,EVM59144,EVM137', EVM137_TITLE: 'Matic', EVM137_COIN: 'POL' },
      'must not list EVM137: FFT knows that network as POLYGON',
    ],
    ['another’s test network', { BASE_CHAIN_ID: '10' }, 'must not list EVM10: BASE_CHAIN_ID names the same network'],
    ['a mistyped name', { EVM10_RPC_URL: 'https://a.example' }, 'did you mean EVM10_RPC_URLS?'],
    ['a name of another kind', { EVM10_COLD_WALLET: 'x' }, 'EVM10_COLD_WALLET is not a setting: .env.example lists'],
    [
      'a network that is not listed',
      { EVM11_TITLE: 'Other' },
      'EVM11_TITLE is not a setting: EVM_NETWORKS does not list EVM11',
    ],
    ['contracts that are no JSON', { EVM10_CONTRACTS: 'USDT' }, 'EVM10_CONTRACTS must be JSON'],
    ['a mistyped nodes’ setting', { EVM_NETWORK: 'EVM10' }, 'did you mean EVM_NETWORKS?'],
  ];
  test.each(wrong)('%s', (_what, changes, problem) => {
    expect(problemsOf(changes)).toEqual([expect.stringContaining(problem)]);
  });

  const contracts: readonly (readonly [string, object, string])[] = [
    ['no contract', { USDT: { ...dollar, contract: '0x12' } }, 'must have a contract like "0x…", or "native"'],
    [
      'a token without its decimals',
      { USDT: { ...dollar, decimals: undefined } },
      'must have the decimals of each token',
    ],
    ['a fee as large as what is paid', { USDT: { ...dollar, fee: '5' } }, 'must have fee < min ≤ max'],
    ['deposits of nothing', { USDT: { ...dollar, minDeposit: '0' } }, 'a minDeposit above 0'],
    ['an amount that is none', { USDT: { ...dollar, max: 'all' } }, 'must have amounts like "0.3"'],
    ['an unknown word', { USDT: { ...dollar, fees: '5' } }, 'fees'],
    [
      'one contract twice',
      { USDT: dollar, USDC: { ...dollar, contract: token.toLowerCase() } },
      'another contract for each coin',
    ],
    ['another coin as the network’s own', { BNB: ether }, 'may have native for ETH alone'],
  ];
  test.each(contracts)('%s', (_what, value, problem) => {
    const problems = problemsOf({ EVM10_CONTRACTS: JSON.stringify(value) });
    expect(problems).toEqual([expect.stringMatching(/^EVM10_CONTRACTS /)]);
    expect(problems[0]).toContain(problem);
  });
});
