import type { Balance, Lang } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import type { AssetId } from '@fft/engine';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { Valuation } from './valuation.ts';

export interface Holding {
  readonly asset: AssetId;
  readonly available: number;
  readonly frozen: number;
}

export interface BalanceWireContext {
  readonly directory: Directory;
  readonly valuation: Valuation;
  readonly lang: Lang;
}

/** Formats one account's line as the contract describes it. */
export function balanceWire(holding: Holding, { directory, valuation, lang }: BalanceWireContext): Balance {
  const { code, decimals } = directory.asset(holding.asset);
  const total = BigInt(holding.available) + BigInt(holding.frozen);
  return {
    coin: code,
    name: directory.describe(code).name[lang],
    icon: code.toLowerCase(),
    usable: formatDecimal(holding.available, decimals),
    frozen: formatDecimal(holding.frozen, decimals),
    total: formatDecimal(total, decimals),
    value: valuation.usdt(code, total),
  };
}
