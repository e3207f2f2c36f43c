import { calls, type Lang } from '@fft/contract';
import { route, type Api, type Handler } from '../../transport/http/route.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { formatUsdt } from '../../markets/prices/valuation.ts';
import { balanceWire } from '../../markets/prices/balance-wire.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import { statementOf } from './statements.ts';
import { statementFile } from './statement-file.ts';
import { worthOfTheDay, type WorthOptions } from './worth.ts';

export interface AssetsOptions extends WorthOptions {
  readonly api: Api;
  readonly host: EngineHost;
  readonly directory: Directory;
}

/** The currency of totals, by language. */
const localUnits: Readonly<Record<Lang, string>> = { zh: 'CNY', en: 'USD' };

/** Binds the calls for a customer's balances. */
export function serveAssets(options: AssetsOptions): void {
  route(options.api, calls.assets.overview, assetIndex(options));
  route(options.api, calls.assets.worth, worthOfTheDay(options));
  route(options.api, calls.assets.coinStatement, statementOf(options, 'coin'));
  route(options.api, calls.assets.fiatStatement, statementOf(options, 'fiat'));
  route(options.api, calls.assets.statementFile, statementFile(options));
}

/** Returns every listed asset in both accounts with its worth, from the engine. An asset without a price adds nothing. */
function assetIndex({ host, directory, valuation }: AssetsOptions): Handler<typeof calls.assets.overview> {
  return (_input, { customer, lang }) => {
    const account = (kind: 'coin' | 'fiat') => {
      const holdings = host.engine.assets.map((_, asset) => ({
        asset,
        ...host.engine.balance(customer.id, kind, asset),
      }));
      const worth = holdings.reduce((sum, { asset, available, frozen }) => {
        const value = valuation.usdtUnits(directory.asset(asset).code, BigInt(available) + BigInt(frozen));
        return sum + (value ?? 0n);
      }, 0n);
      return { lines: holdings.map((holding) => balanceWire(holding, { directory, valuation, lang })), worth };
    };
    const coin = account('coin');
    const fiat = account('fiat');
    const total = coin.worth + fiat.worth;
    const unit = localUnits[lang];
    return {
      valuation: {
        coin: formatUsdt(coin.worth),
        fiat: formatUsdt(fiat.worth),
        total: formatUsdt(total),
        unit: 'USDT',
        local: { unit, total: valuation.local(total, unit) },
      },
      accounts: { coin: coin.lines, fiat: fiat.lines },
    };
  };
}
