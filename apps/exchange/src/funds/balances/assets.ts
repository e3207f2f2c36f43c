import { calls, type Lang } from '@fft/contract';
import type { Reads } from '../../database/standby/reads.ts';
import { route, type Api, type Handler } from '../../transport/http/route.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { formatUsdt } from '../../assets/prices/valuation.ts';
import { balanceWire } from '../../assets/prices/balance-wire.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import { statementFile } from './statement-file.ts';
import { worthOfTheDay, type WorthOptions } from './worth.ts';
import type { AccountKind } from '@fft/engine';
import { readStatement } from './statement.ts';
import type { StatementSource } from './statement-source.ts';

export interface AssetsOptions extends Omit<WorthOptions, 'db'> {
  readonly api: Api;
  readonly host: EngineHost;
  readonly directory: Directory;
  /** Pages of a statement may tell that they are old; a file can't. */
  readonly reads: Pick<Reads, 'lists' | 'exact'>;
}

/** The currency of totals, by language. */
const localUnits: Readonly<Record<Lang, string>> = { zh: 'CNY', en: 'USD' };

/** Binds the calls for a customer's balances. */
export function serveAssets(options: AssetsOptions): void {
  const { api, reads } = options;
  const exact = { ...options, db: reads.exact };
  const pages = { ...options, db: reads.lists };
  route(api, calls.assets.overview, assetIndex(options));
  route(api, calls.assets.worth, worthOfTheDay(exact));
  route(api, calls.assets.coinStatement, statementOf(pages, 'coin'));
  route(api, calls.assets.fiatStatement, statementOf(pages, 'fiat'));
  route(api, calls.assets.statementFile, statementFile(exact));
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

/** Returns the statement of one of the customer's accounts, page by page. */
function statementOf(
  source: StatementSource,
  kind: AccountKind,
): Handler<typeof calls.assets.coinStatement | typeof calls.assets.fiatStatement> {
  return (query, { customer }) => readStatement(source, { owner: customer.id, kind }, query);
}
