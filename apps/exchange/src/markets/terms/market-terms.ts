import type { consoleCalls } from '@fft/console-contract';
import type { CallParameters } from '@fft/contract';
import { defaultMaxFills, defaultMaxIcebergParts, limitsOf, type MarketLimits } from '@fft/engine';
import type { Kysely } from 'kysely';
import { type Acting, proposerOf } from '../../audit/acting.ts';
import { auditFirst, type OperatorAct } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import type { Gateway, Untimed } from '../../ledger/gateway.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { type FeeRates, refuseAboveCap } from '../../ledger/listings/fee-cap.ts';
import { formatPrice, formatQuantity, type MarketView } from '../../ledger/listings/market-view.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import { refusalOf, refuseUnavailable } from '../../ledger/refusals.ts';
import { refuse } from '../refusals.ts';
import { nameAsset } from '../../assets/names.ts';
import { isLooser } from './looser.ts';
import { areSameFigures, figuresOf, type MarketFigures, type MarketInput, rulesOf } from './market-rules-input.ts';

type Call = typeof consoleCalls.markets;
export type NewAsset = CallParameters<Call['listAsset']>;
export type LimitsInput = CallParameters<Call['setLimits']>;
type State = CallParameters<Call['setState']>['state'];

/** A change of a market's state that two must agree to. */
export interface StateChange {
  readonly symbol: string;
  readonly before: State;
  readonly after: State;
}

type Wanted = Pick<StateChange, 'symbol' | 'after'>;

/** A change of a market's figures that two must agree to. */
export interface FiguresChange {
  readonly symbol: string;
  readonly before: MarketFigures;
  readonly after: MarketFigures;
}

/**
 * What can be traded, how far and how dear: assets, markets, their states, limits and fees. One operator may stop and tighten; what opens, loosens
 * or makes dearer takes two. Each act without an agreement returns what two must agree to, and null once it is done. @throws Refusal
 */
export interface MarketTerms {
  /** What can change about a market. */
  figures(view: MarketView): MarketFigures;
  listAsset(asset: NewAsset, acting: Acting): Promise<NewAsset | null>;
  openMarket(input: MarketInput, acting: Acting): Promise<MarketInput | null>;
  /** `expected`: the state that the two saw; another by now refuses the change. */
  setState(change: Wanted, acting: Acting, expected?: State): Promise<StateChange | null>;
  /** `expected`: the figures that the two saw; others by now refuse the change. */
  setLimits(input: LimitsInput, acting: Acting, expected?: MarketFigures): Promise<FiguresChange | null>;
}

export interface FeeRules {
  /** The lowest fees of the schedule: one operator alone gives nobody less. */
  lowest(): Promise<FeeRates>;
}

export interface MarketTermsOptions {
  readonly db: Kysely<Tables>;
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly directory: Directory;
  readonly maxFeePpm: number;
  readonly fees: FeeRules;
  readonly now: () => number;
}

export function createMarketTerms(options: MarketTermsOptions): MarketTerms {
  return {
    figures: figuresOf,
    listAsset: (asset, acting) => listAsset(options, asset, acting),
    openMarket: (input, acting) => openMarket(options, input, acting),
    setState: (change, acting, expected) => setState(options, { ...change, acting, expected }),
    setLimits: (input, acting, expected) => setLimits(options, { input, acting, expected }),
  };
}

async function listAsset(options: MarketTermsOptions, asset: NewAsset, acting: Acting): Promise<NewAsset | null> {
  const { code, decimals, zh, en, fiat } = asset;
  const target = `asset ${code}`;
  const isListed = options.directory.assetId(code) !== null;
  if (acting.agreement === undefined) {
    if (isListed) throw refuse('assetListed');
    return asset;
  }
  acting.agreement.requireAbout('assetListing', target, asset);
  // The process may have died between listing it and recording that.
  if (isListed) return null;
  // The name first: a name without a listed asset does no harm.
  await nameAsset(options.db, { code, name: { zh, en }, fiat });
  const after = { decimals, zh, en, fiat, ...proposerOf(acting) };
  const act = { operator: acting.operator, act: 'asset.open', target, after };
  await submit(options, act, { type: 'openAsset', asset: { code, decimals } });
  return null;
}

async function openMarket(
  options: MarketTermsOptions,
  input: MarketInput,
  acting: Acting,
): Promise<MarketInput | null> {
  const { symbol } = input;
  const target = `market ${symbol}`;
  const isListed = options.directory.market(symbol) !== null;
  refuseAboveCap(input, options.maxFeePpm);
  if (acting.agreement === undefined) {
    if (isListed) throw refuse('marketListed');
    rulesOf(input, options.host.engine.assets);
    return input;
  }
  acting.agreement.requireAbout('marketListing', target, input);
  if (isListed) return null;
  const market = rulesOf(input, options.host.engine.assets);
  const act = { operator: acting.operator, act: 'market.open', target, after: { ...input, ...proposerOf(acting) } };
  await submit(options, act, { type: 'openMarket', market });
  return null;
}

/** A market reopens by itself, through an auction, after its own halt alone. Any other opening takes two. */
async function setState(
  options: MarketTermsOptions,
  { symbol, after, acting, expected }: Wanted & { readonly acting: Acting; readonly expected: State | undefined },
): Promise<StateChange | null> {
  const { id, rules } = known(options, symbol);
  const target = `market ${symbol}`;
  const before = rules.state;
  if (after === 'open' && before !== 'open') {
    if (acting.agreement === undefined) return { symbol, before, after };
    acting.agreement.requireAbout('marketOpening', target, { symbol, after, ...(expected && { before: expected }) });
    if (before !== expected) throw refuse('termsChanged');
  } else if (acting.agreement !== undefined) return null;
  const written = { before: { state: before }, after: { state: after, ...proposerOf(acting) } };
  const act = { operator: acting.operator, act: 'market.setState', target, ...written };
  await submit(options, act, { type: 'setMarketState', market: id, state: after });
  return null;
}

interface LimitsAct {
  readonly input: LimitsInput;
  readonly acting: Acting;
  readonly expected: MarketFigures | undefined;
}

async function setLimits(
  options: MarketTermsOptions,
  { input, acting, expected }: LimitsAct,
): Promise<FiguresChange | null> {
  const { symbol } = input;
  const view = known(options, symbol);
  const limits = limitsFrom(options, view, input);
  refuseAboveCap(input, options.maxFeePpm);
  const target = `market ${symbol}`;
  const change = {
    symbol,
    before: figuresOf(view),
    after: figuresOf({ ...view, rules: { ...view.rules, ...limits } }),
  };
  if (acting.agreement !== undefined) {
    const does = { symbol, after: change.after, ...(expected && { before: expected }) };
    acting.agreement.requireAbout('marketLimits', target, does);
    if (areSameFigures(change.before, change.after)) return null;
    if (expected === undefined || !areSameFigures(change.before, expected)) throw refuse('termsChanged');
  } else if (isLooser(limitsOf(view.rules), limits) || (await isBelowSchedule(options, change))) return change;
  const written = { before: limitsOf(view.rules), after: { ...limits, ...proposerOf(acting) } };
  const act = { operator: acting.operator, act: 'market.setLimits', target, ...written };
  await submit(options, act, { type: 'setMarketLimits', market: view.id, limits });
  return null;
}

/** A fee that falls below what any market or turnover gives is a gift of the exchange's income. */
async function isBelowSchedule({ fees }: MarketTermsOptions, { before, after }: FiguresChange): Promise<boolean> {
  const lowest = await fees.lowest();
  const isGift = (side: keyof FeeRates): boolean => after[side] < before[side] && after[side] < lowest[side];
  return isGift('makerPpm') || isGift('takerPpm');
}

/** What the input leaves out stays as it is. @throws Refusal `badRequest` for invalid limits */
function limitsFrom({ host }: MarketTermsOptions, view: MarketView, input: LimitsInput): MarketLimits {
  const bounds = {
    maxFills: input.maxFills ?? view.rules.maxFillsPerCommand ?? defaultMaxFills,
    maxIcebergParts: input.maxIcebergParts ?? view.rules.maxIcebergParts ?? defaultMaxIcebergParts,
  };
  const steps = { tick: formatPrice(view, 1), lot: formatQuantity(view, 1) };
  const rules = rulesOf({ ...steps, ...input, ...bounds, state: view.rules.state }, host.engine.assets);
  return { ...limitsOf(rules), minQuantityLots: view.rules.minQuantityLots };
}

function known({ directory }: MarketTermsOptions, symbol: string): MarketView {
  const view = directory.market(symbol);
  if (view === null) throw refuse('unknownMarket');
  return view;
}

/** Writes the audit log first, then the ledger. */
async function submit(
  { db, gateway, now }: MarketTermsOptions,
  act: Omit<OperatorAct, 'time'>,
  command: Untimed,
): Promise<void> {
  await auditFirst(db, { time: now(), ...act }, async () => {
    const outcome = await gateway.submit(command).catch(refuseUnavailable);
    if (outcome.kind !== 'rejected') return;
    if (outcome.reason !== 'malformed') throw refusalOf(outcome.reason);
    throw refuse('marketRules', { values: { problem: 'malformed' } });
  });
}
