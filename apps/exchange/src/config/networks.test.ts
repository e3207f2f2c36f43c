import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { productionVariables as production } from '../../testing/production-variables.ts';
import { readSettings, SettingsError } from './settings.ts';

const token = `0x${'Ab'.repeat(20)}`;
const dollar = { contract: token, decimals: 6, fee: '0.3', min: '5', max: '500000', minDeposit: '1' };
const ether = { contract: 'native', fee: '0.00005', min: '0.001', max: '200', minDeposit: '0.0005' };
const optimism = {
  nodes: ['https://a.example', 'https://b.example'],
  title: 'Optimism',
  coin: 'ETH',
  confirmations: 30,
  finality: 'safe',
  finalSeconds: 240,
  blockSeconds: 2,
  maxGwei: 100,
  dataFee: 'optimism',
  coins: { USDT: dollar, ETH: ether },
  traces: true,
  disperse: token,
  explorer: 'https://explorer.example',
};
const linea = { title: 'Linea', coin: 'ETH', confirmations: 60, blockSeconds: 0.25, maxGwei: 50, dataFee: 'none' };
/** Networks that the code doesn't know. */
const unknown = { EVM10: optimism, EVM59144: linea };

type Variables = Readonly<Record<string, string>>;

function read(networks: object, variables: Variables = { MODE: 'demo' }) {
  return readSettings({ SIGNER_SOCKET: '/run/signer.sock', NETWORKS: JSON.stringify(networks), ...variables });
}

function problemsOf(networks: object, variables?: Variables): readonly string[] {
  try {
    read(networks, variables);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

test('each network has its own nodes, chain id, depth and contracts, and usual ones where it names none', () => {
  const contract = `0x${'12'.repeat(20)}`;
  const { chains } = read(
    {
      ETH: { nodes: ['https://a.example', 'https://b.example'] },
      POLYGON: {
        nodes: ['https://a.example/polygon', 'https://c.example'],
        confirmations: 200,
        finality: 'depth',
        contracts: { USDT: contract },
      },
      BASE: { nodes: ['https://a.example', 'https://b.example'], chainId: 84_532 },
      LTC: { nodes: ['https://a.example', 'https://b.example'] },
      SOL: {
        nodes: ['https://a.example', 'https://b.example'],
        feeMaxLamports: 10_000,
        cold: { address: 'x', coins: {} },
      },
      BSC: { confirmations: 5 },
    },
    production,
  );
  expect(chains).toMatchObject([
    { chain: 'ETH', chainId: 1, rpcUrls: ['https://a.example', 'https://b.example'], confirmations: 12, contracts: {} },
    { chain: 'POLYGON', chainId: 137, confirmations: 200, finality: 'depth', contracts: { USDT: contract } },
    { chain: 'BASE', chainId: 84_532, confirmations: 30, finality: 'safe' },
    { chain: 'LTC', rpcUrl: 'https://a.example', secondRpcUrl: 'https://b.example', confirmations: 12 },
    { chain: 'SOL', feeMax: 10_000n, confirmations: 32, signerSocket: '/run/signer.sock', cold: { address: 'x' } },
  ]);
});

test('a network is described, and followed where its nodes are named', () => {
  const { chains, ownNetworks, explorers } = read(unknown);
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

describe('two nodes', () => {
  const missing: unknown = expect.stringContaining('nodes must list a second node, of another host, in production');
  test.each(['ETH', 'BTC', 'SOL'])(
    'production requires two of different hosts on %s, unless one is trusted',
    (name) => {
      const one = { [name]: { nodes: ['https://node.example'] } };
      expect(problemsOf(one, production)).toEqual([missing]);
      expect(problemsOf(one, { ...production, ONE_NODE: 'believed' })).toEqual([]);
      const sameHost = { [name]: { nodes: ['https://node.example/a', 'https://node.example/b'] } };
      expect(problemsOf(sameHost, { ...production, ONE_NODE: 'believed' })).toEqual([
        `NETWORKS ${name}.nodes must be of two hosts: a second one of the same host confirms nothing`,
      ]);
      expect(problemsOf({ [name]: { nodes: ['https://node.example', 'https://other.example'] } }, production)).toEqual(
        [],
      );
    },
  );

  test('a network that settings describe needs them too, and a block that the nodes call final', () => {
    const { finality: _, ...rest } = optimism;
    expect(read({ EVM10: rest }, production).chains).toMatchObject([{ chain: 'EVM10', finality: 'finalized' }]);
    expect(problemsOf({ EVM10: { ...rest, nodes: ['https://a.example'] } }, production)).toEqual([missing]);
  });

  test('nodes and the signer go together, and make it production', () => {
    const problem = [expect.stringContaining('nodes in NETWORKS and SIGNER_SOCKET go together')];
    expect(problemsOf({})).toEqual(problem);
    expect(problemsOf(unknown, { MODE: 'demo', SIGNER_SOCKET: '' })).toEqual(problem);
    expect(problemsOf(unknown, {})[0]).toContain('MODE is not set, and NETWORKS is for real use');
  });
});

describe('the secrets of nodes', () => {
  const keyed = { ETH: { nodes: ['https://a.example/${NODE_KEY}', 'https://b.example'] } };

  test('are variables of the environment', () => {
    expect(read(keyed, { MODE: 'demo', NODE_KEY: 'k"$&1' }).chains).toMatchObject([
      { rpcUrls: ['https://a.example/k"$&1', 'https://b.example'] },
    ]);
  });

  test('are in files, as the networks themselves can be', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fft-settings-'));
    await writeFile(join(folder, 'key'), 'k1\n');
    await writeFile(join(folder, 'networks.json'), JSON.stringify(keyed));
    const files = { NETWORKS_FILE: join(folder, 'networks.json'), NODE_KEY_FILE: join(folder, 'key') };
    const { chains } = readSettings({ MODE: 'demo', SIGNER_SOCKET: '/run/signer.sock', ...files });
    expect(chains).toMatchObject([{ rpcUrls: ['https://a.example/k1', 'https://b.example'] }]);
    await rm(folder, { recursive: true });
    expect(problemsOf(keyed, { MODE: 'demo', NODE_KEY_FILE: join(folder, 'key') })).toEqual([
      "NODE_KEY_FILE names a file that can't be read",
    ]);
  });

  test('are never shown, and none of the exchange’s own', () => {
    expect(problemsOf(keyed)).toEqual(['NETWORKS needs NODE_KEY, which is not set']);
    const wrong = problemsOf({ ETH: { nodes: ['${NODE_KEY}'] } }, { MODE: 'demo', NODE_KEY: 'ws://secret@a.example' });
    expect(wrong).toEqual(['NETWORKS ETH.nodes[0] must be a URL like https://node.example']);
    const own = { ETH: { nodes: ['https://a.example/${PASSWORD_PEPPER}'] } };
    expect(problemsOf(own, { MODE: 'demo', PASSWORD_PEPPER: 'p'.repeat(32) })).toEqual([
      'NETWORKS must not use PASSWORD_PEPPER: it is a setting',
    ]);
  });
});

describe('one problem, which names the network and the field', () => {
  const own = (changes: object) => ({ ...unknown, EVM10: { ...optimism, ...changes } });
  const wrong: readonly (readonly [string, object, string])[] = [
    ['a title that is missing', own({ title: undefined }), 'EVM10.title is required'],
    ['a title with markup', own({ title: '<b>Optimism</b>' }), 'EVM10.title must be a name like Optimism'],
    [
      'one title twice',
      { ...unknown, EVM59144: { ...linea, title: 'optimism' } },
      "EVM59144.title is another network's",
    ],
    ['the title of a known network', own({ title: 'bnb smart chain' }), "EVM10.title is another network's"],
    ['such a title with its standard', own({ title: 'Ethereum (ERC20)' }), "EVM10.title is another network's"],
    ['such a title in Chinese', own({ title: '以太坊' }), "EVM10.title is another network's"],
    ['a coin in lower case', own({ coin: 'eth', coins: {} }), 'EVM10.coin must be a ticker like ETH'],
    ['no depth', own({ confirmations: undefined }), 'EVM10.confirmations must be a whole number from 1 to 1000'],
    ['a depth of none', own({ confirmations: 0 }), 'EVM10.confirmations must be a whole number from 1 to 1000'],
    ['an unknown finality', own({ finality: 'soon' }), 'EVM10.finality must be depth, safe or finalized'],
    ['no seconds of a block', own({ blockSeconds: undefined }), 'EVM10.blockSeconds is required'],
    ['blocks without end', own({ blockSeconds: 0 }), 'EVM10.blockSeconds must be seconds from 0.05 to 600'],
    ['no limit of fees', own({ maxGwei: undefined }), 'EVM10.maxGwei must be a whole number from 1 to 1000000'],
    ['no word about data', own({ dataFee: undefined }), 'EVM10.dataFee must be none, optimism or arbitrum'],
    ['an explorer without TLS', own({ explorer: 'http://a.example' }), 'EVM10.explorer must be null, or a URL'],
    ['a contract for batches without an address', own({ disperse: '0x12' }), 'EVM10.disperse must be the address'],
    ['a node that is no URL', own({ nodes: ['a.example'] }), 'EVM10.nodes[0] must be a URL'],
    ['one node twice', own({ nodes: ['https://a.example', 'https://a.example'] }), 'must list different nodes'],
    ['nodes of one host', own({ nodes: ['https://a.example/1', 'https://a.example/2'] }), 'must be of two hosts'],
    ['no nodes', own({ nodes: [] }), 'EVM10.nodes must list a node'],
    [
      'three nodes of Bitcoin',
      { BTC: { nodes: ['https://a.example', 'https://b.example', 'https://c.example'] } },
      'BTC.nodes must list two nodes at most',
    ],
    ['a field that is none', { ETH: { node: 'https://a.example' } }, 'ETH has no field node'],
    ['a network that is none', { ...unknown, optimism }, 'must not have optimism: networks are ETH, BSC'],
    ['Tron', { ...unknown, TRX: { nodes: ['https://a.example'] } }, 'must not have TRX: FFT no longer follows Tron'],
    ['a zero before a chain id', { ...unknown, EVM010: linea }, 'must not have EVM010: networks are'],
    [
      'a known network by its chain id',
      { ...unknown, EVM137: linea },
      'must not have EVM137: FFT knows that network as POLYGON',
    ],
    [
      'a known network’s test network',
      { ...unknown, BASE: { chainId: 10 } },
      'must not have EVM10: BASE.chainId names the same network',
    ],
    ['a token of Solana', { SOL: { contracts: { USDT: token } } }, 'SOL.contracts.USDT must be the mint of a token'],
    [
      'no contract',
      own({ coins: { USDT: { ...dollar, contract: '0x12' } } }),
      'EVM10.coins.USDT.contract must be a contract like "0x…", or "native"',
    ],
    [
      'a token without its decimals',
      own({ coins: { USDT: { ...dollar, decimals: undefined } } }),
      'EVM10.coins.USDT must have the decimals of a token',
    ],
    [
      'a fee as large as what is paid',
      own({ coins: { USDT: { ...dollar, fee: '5' } } }),
      'EVM10.coins.USDT must have fee < min ≤ max',
    ],
    ['deposits of nothing', own({ coins: { USDT: { ...dollar, minDeposit: '0' } } }), 'a minDeposit above 0'],
    [
      'an amount that is none',
      own({ coins: { USDT: { ...dollar, max: 'all' } } }),
      'EVM10.coins.USDT.max must be an amount like "0.3"',
    ],
    ['an unknown word', own({ coins: { USDT: { ...dollar, fees: '5' } } }), 'EVM10.coins.USDT has no field fees'],
    [
      'one contract twice',
      own({ coins: { USDT: dollar, USDC: { ...dollar, contract: token.toLowerCase() } } }),
      'EVM10.coins must have another contract for each coin',
    ],
    ['another coin as the network’s own', own({ coins: { BNB: ether } }), 'EVM10.coins may have native for ETH alone'],
  ];
  test.each(wrong)('%s', (_what, networks, problem) => {
    const problems = problemsOf(networks);
    expect(problems).toEqual([expect.stringMatching(/^NETWORKS /)]);
    expect(problems[0]).toContain(problem);
  });

  test.each(['ETH', '[]', 'null', '{'])('%s is no JSON of networks', (NETWORKS) => {
    expect(problemsOf({}, { MODE: 'demo', NETWORKS })).toEqual([expect.stringContaining('NETWORKS must be JSON like')]);
  });
});

describe('a setting that went into NETWORKS says where it is', () => {
  test.each([
    ['ETHEREUM_RPC_URLS', 'NETWORKS has it as ETH.nodes'],
    ['ETHEREUM_RPC_URLS_FILE', 'NETWORKS has it as ETH.nodes'],
    ['EVM_RPC_URL', 'NETWORKS has it as ETH.nodes'],
    ['BASE_CHAIN_ID', 'NETWORKS has it as BASE.chainId'],
    ['TRON_API_KEY_2', 'FFT no longer follows Tron'],
    ['TRON_CONFIRMATIONS_FILE', 'FFT no longer follows Tron'],
    ['LTC_EXPLORER_URL', 'NETWORKS has it as LTC.explorer'],
    ['EVM10_CONTRACTS', 'NETWORKS has it as EVM10.coins'],
    ['EVM_NETWORKS', 'NETWORKS describes each network'],
    ['COLD_STORAGE', 'it is the field cold of each network in NETWORKS'],
    ['NATS_URL', 'the journal is in PostgreSQL alone'],
    ['NATS_REPLICAS', 'the journal is in PostgreSQL alone'],
    ['VAPID_SUBJECT', 'push services reach you at the address of MAIL_FROM'],
  ])('%s', (name, place) => {
    const problems = problemsOf({}, { MODE: 'demo', SIGNER_SOCKET: '', [name]: 'x' });
    expect(problems).toEqual([expect.stringContaining(`${name} is no longer a setting: ${place}`)]);
  });

  test('unless NETWORKS uses it, or it belongs to another program', () => {
    const networks = { ETH: { nodes: ['${ETHEREUM_RPC_URLS}'] } };
    expect(problemsOf(networks, { MODE: 'demo', ETHEREUM_RPC_URLS: 'https://a.example' })).toEqual([]);
    expect(problemsOf({}, { MODE: 'demo', SIGNER_SOCKET: '', BASE_IMAGE: 'x' })).toEqual([]);
  });
});

describe('an explorer', () => {
  const explorers = (explorer: string | null) =>
    read({ ETH: { explorer } }, { MODE: 'demo', SIGNER_SOCKET: '' }).explorers;

  test('is none, or an https address with or without the place of the transaction', () => {
    expect(explorers(null)).toEqual({ ETH: null });
    expect(explorers('https://a.example')).toEqual({ ETH: 'https://a.example' });
    expect(explorers('https://a.example/#/transaction/{tx}')).toEqual({ ETH: 'https://a.example/#/transaction/{tx}' });
    expect(readSettings({ MODE: 'demo' }).explorers).toEqual({});
  });

  test.each([
    'http://a.example',
    'javascript:alert(1)//{tx}',
    'https://name:password@a.example',
    'https://{tx}.example',
    'https://a.example{tx}',
    'https://a.example/{address}',
    'https://a.example/{tx}/{tx}',
    'a.example',
  ])('%s is refused', (url) => {
    expect(() => explorers(url)).toThrow(/NETWORKS ETH.explorer must be null, or a URL like/);
  });
});

test('networks.example.json has what production accepts', () => {
  const NETWORKS = readFileSync(new URL('../../../../networks.example.json', import.meta.url), 'utf8');
  const keys = { ETHEREUM_KEY: 'k', LITECOIN_PASSWORD: 'p' };
  const { chains, ownNetworks } = readSettings({ ...production, ...keys, SIGNER_SOCKET: '/run/signer.sock', NETWORKS });
  expect(chains.map(({ chain }) => chain)).toEqual(['ETH', 'EVM10', 'LTC']);
  expect(ownNetworks).toHaveLength(1);
});
