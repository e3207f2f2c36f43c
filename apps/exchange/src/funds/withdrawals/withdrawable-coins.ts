import type { CallOutput, calls, Lang } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import { FieldRefusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import type { Handler } from '../../transport/http/route.ts';
import { readRowId } from '../../transport/http/row-id.ts';
import { chainName } from '../../assets/networks.ts';
import { formatUsdt } from '../../assets/prices/valuation.ts';
import type { WithdrawalOptions } from './options.ts';
import type { RailNetwork } from './rail.ts';
import { dayRoom } from './day-room.ts';
import { unitsWithinDay } from './smallest-limit.ts';
import { unitsOf } from './units-of.ts';
import { withdrawalWire } from './wire.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

type LiftCoin = CallOutput<typeof calls.withdrawals.coins>[number];
/** Maximum number of addresses in the answer. */
const maxAddresses = 100;

/** Lists every coin that can be withdrawn, with its chains. */
export function withdrawableCoins(options: WithdrawalOptions): Handler<typeof calls.withdrawals.coins> {
  return async (_input, { customer, lang }) => {
    const room = await dayRoom(options, customer.id);
    const open = await options.rail.networks();
    const coins = [...new Set(open.map(({ coin }) => coin))];
    return Promise.all(coins.map((coin) => liftCoin(options, { coin, room, lang, customer: customer.id, open })));
  };
}

/** Returns one coin on one chain with the addresses saved for it, or one withdrawal. */
export function withdrawalDetail(options: WithdrawalOptions): Handler<typeof calls.withdrawals.detail> {
  return async ({ coin, chain, id, requestId }, { customer, lang }) => {
    if (id !== undefined || requestId !== undefined) {
      const found = await findWithdrawal(options, customer.id, { id, requestId });
      if (found === null) throw refuse('unknownWithdrawal');
      const link = await options.explorerLinks.find(found.chain, found.txid);
      return { ...withdrawalWire(options.directory, found, lang), ...(link !== null && { explorerUrl: link }) };
    }
    if (coin === undefined || chain === undefined)
      throw new FieldRefusal({ [coin === undefined ? 'coin' : 'chain']: 'blank' });
    const open = (await options.rail.networks()).filter((one) => one.coin === coin && one.chain === chain);
    if (open.length === 0) throw refuse('unknownChain');
    const room = await dayRoom(options, customer.id);
    const saved = await options.addresses.list(customer.id, { coin, chain, before: Infinity, limit: maxAddresses });
    return {
      ...(await liftCoin(options, { coin, room, lang, customer: customer.id, open })),
      addresses: saved.slice(0, maxAddresses).map(options.addresses.wire),
    };
  };
}

interface Named {
  readonly id: string | undefined;
  readonly requestId: string | undefined;
}

/** A withdrawal whose money is not frozen yet is visible to no one, by either id. */
async function findWithdrawal(
  { withdrawals }: WithdrawalOptions,
  customer: number,
  { id, requestId }: Named,
): Promise<WithdrawalRow | null> {
  const row =
    id === undefined ? ((await withdrawals.findRequest(customer, requestId ?? ''))?.id ?? null) : readRowId(id);
  return row === null ? null : withdrawals.find(customer, row);
}

interface Shown {
  readonly coin: string;
  readonly room: { readonly limit: bigint; readonly used: bigint };
  readonly lang: Lang;
  readonly customer: number;
  readonly open: readonly RailNetwork[];
}

async function liftCoin(
  { directory, host, prices, rail }: WithdrawalOptions,
  { coin, room, lang, customer, open }: Shown,
): Promise<LiftCoin> {
  const asset = directory.assetId(coin);
  if (asset === null) throw new Error(`${coin} has a network but is not a listed asset`);
  const { decimals } = directory.asset(asset);
  const figure = (text: string) => formatDecimal(unitsOf(text, decimals), decimals);
  const { available, frozen } = host.engine.balance(customer, rail.kind, asset);
  const dayLeft = await unitsWithinDay(prices, coin, room);
  const shown = open.filter((network) => network.coin === coin);
  return {
    coin,
    name: directory.describe(coin).name[lang],
    icon: coin.toLowerCase(),
    usable: formatDecimal(available, decimals),
    frozen: formatDecimal(frozen, decimals),
    chains: shown.map(({ chain, fee, min, max, precision, arrivesWithinSeconds, isPaused }) => ({
      chain,
      name: chainName(directory.tokens, chain, lang),
      fee: figure(fee),
      min: figure(min),
      max: figure(max),
      precision,
      memo: chain === 'XRP',
      ...(arrivesWithinSeconds !== undefined && { arrivesWithinSeconds }),
      ...(isPaused === true && { paused: true }),
    })),
    dayLimit: formatUsdt(room.limit),
    dayUsed: formatUsdt(room.used),
    dayLeft: dayLeft === null ? null : formatDecimal(dayLeft, decimals),
  };
}
