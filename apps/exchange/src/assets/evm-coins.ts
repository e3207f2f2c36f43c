import type { KnownEvmChain } from '@fft/chains';

interface Rules {
  readonly fee: string;
  readonly min: string;
  readonly max: string;
  readonly minDeposit: string;
}

/** A `Network` of the listing. */
interface EvmCoin extends Rules {
  readonly coin: string;
  readonly chain: KnownEvmChain;
  readonly precision: number;
  readonly chainDecimals: number;
  readonly contract: string | null;
}

function own(coin: string, chain: KnownEvmChain, rules: Rules): EvmCoin {
  return { coin, chain, ...rules, precision: 8, chainDecimals: 18, contract: null };
}

function token(
  coin: string,
  chain: KnownEvmChain,
  { contract, decimals = 6, fee }: { readonly contract: string; readonly decimals?: number; readonly fee: string },
): EvmCoin {
  const rules = { fee, min: '5', max: '500000', minDeposit: '1' };
  return { coin, chain, ...rules, precision: 6, chainDecimals: decimals, contract };
}

const etherOnRollups: Rules = { fee: '0.00005', min: '0.001', max: '200', minDeposit: '0.0005' };

/**
 * Coins on EVM networks beside ETH and USDT on Ethereum. Contracts are those of the coin's issuer; on BNB Smart Chain, where there is none, those that the
 * network's operator backs. Custody compares the decimals with the contract's when it opens the network.
 */
export const evmCoins: readonly EvmCoin[] = [
  token('USDT', 'BSC', { contract: '0x55d398326f99059fF775485246999027B3197955', decimals: 18, fee: '0.3' }),
  token('USDT', 'POLYGON', { contract: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', fee: '0.3' }),
  token('USDT', 'ARBITRUM', { contract: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', fee: '0.3' }),
  token('USDC', 'ETH', { contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', fee: '3' }),
  token('USDC', 'BSC', { contract: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', decimals: 18, fee: '0.3' }),
  token('USDC', 'POLYGON', { contract: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', fee: '0.3' }),
  token('USDC', 'BASE', { contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', fee: '0.3' }),
  token('USDC', 'ARBITRUM', { contract: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', fee: '0.3' }),
  own('ETH', 'BASE', etherOnRollups),
  own('ETH', 'ARBITRUM', etherOnRollups),
  own('BNB', 'BSC', { fee: '0.0005', min: '0.01', max: '2000', minDeposit: '0.002' }),
  own('POL', 'POLYGON', { fee: '0.1', min: '5', max: '1000000', minDeposit: '1' }),
];
