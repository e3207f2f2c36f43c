import { randomUUID } from 'node:crypto';
import { writeInstant, type PriceAlert } from '@fft/contract';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { Inbox, AccountMessage } from '../../content/index.ts';
import { createJob, type Job } from '../../platform/jobs.ts';
import type { ExchangeEvent } from '../../database/event-bus.ts';
import type { Tables } from '../room.ts';
import { formatPrice, type MarketView } from '../../ledger/listings/market-view.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { MarketBoard } from '../tickers/market-board.ts';
import type { BatchEvents } from '../../ledger/replica/batch-events.ts';
import { AlertWatch, type Firing } from './alert-watch.ts';

type AlertRow = Selectable<Tables['price_alerts']>;

/** The trade that reached an alert's price. */
interface Reached {
  readonly id: string;
  readonly time: number;
  readonly priceTicks: number;
}

/** Maximum number of a customer's active alerts. */
export const maxAlerts = 50;
/** Maximum number of fired alerts in a list. */
const maxFired = 100;
/** Fired alerts that go with each new one. */
const maxDeleted = 20;
/** Rows that are read at a time. */
const rowsPerRead = 1_000;
/** Pause before a fired alert that could not be saved is tried again. */
const againMs = 1_000;

export interface PriceAlertsOptions {
  readonly db: Kysely<Tables>;
  readonly directory: Directory;
  readonly board: MarketBoard;
  readonly log: Logger;
  readonly now: () => number;
  readonly inbox: Inbox;
  /** Pushes to a customer's open sockets. */
  readonly notify: (customer: number, makeData: () => readonly PriceAlert[]) => void;
  /** Publishes to the other processes. */
  readonly publish: (event: ExchangeEvent) => void;
}

/** Customers' price alerts: stored in a table, watched in memory, fired by trades. The next start finds alerts that a stop left unsaved from the fills. */
export class PriceAlerts {
  readonly #options: PriceAlertsOptions;
  readonly #watch = new AlertWatch();
  #saving: Promise<void> = Promise.resolve();
  /** Alerts that fired and could not be saved. */
  readonly #unsaved: Firing[] = [];
  /** Saves them. */
  readonly job: Job = createJob({ name: 'markets.saveFiredAlerts', everyMs: againMs, run: () => this.#saveAgain() });
  /** True if a read of the table is queued. */
  #isReloadQueued = false;
  /** Alerts that other processes made and this one has not read yet. */
  #made: string[] = [];

  constructor(options: PriceAlertsOptions) {
    this.#options = options;
  }

  /** True if any alert has not fired. */
  async isAnyWaiting(): Promise<boolean> {
    const waiting = this.#options.db.selectFrom('price_alerts').select('id').where('fired_time', 'is', null);
    return (await waiting.limit(1).execute()).length > 0;
  }

  /** Fires alerts that past trades reached, and watches the rest. The tables must contain every fill. */
  async open(): Promise<void> {
    const { db } = this.#options;
    const reached = sql<Reached>`
      select alert.id, trade.time, trade.price_ticks as "priceTicks" from price_alerts as alert cross join lateral (
        select time, price_ticks from fills
        where market = alert.market and trade_number > alert.after_trade and
          case alert.direction when 'up' then price_ticks >= alert.price_ticks else price_ticks <= alert.price_ticks end
        order by trade_number limit 1
      ) as trade where alert.fired_time is null`;
    for (const firing of (await reached.execute(db)).rows) await this.#fire(firing);
    // So that the next start does not read those fills again.
    await sql`
      update price_alerts set after_trade = greatest(after_trade, coalesce(
        (select max(trade_number) from fills where market = price_alerts.market), 0)) where fired_time is null`.execute(
      db,
    );
    await this.#watchWaiting();
  }

  /** Handles another process's changes: every process watches all alerts, so that none is missed when one dies. */
  handleEvent(event: ExchangeEvent): void {
    if (event.kind === 'alertFired') this.#options.notify(event.customer, () => [event.alert]);
    if (event.kind === 'alertDeleted') this.#watch.remove(event);
    if (event.kind === 'alertMade') this.#watchMade(event.id);
  }

  /** Watches all alerts of the table, as an event may have been missed. After `whenReached`, also fires those that the fills in the tables reached. */
  reload(whenReached?: () => Promise<void>): void {
    if (this.#isReloadQueued && !whenReached) return;
    this.#isReloadQueued = true;
    this.#saving = this.#saving
      .then(async () => {
        this.#isReloadQueued = false;
        await whenReached?.();
        await (whenReached ? this.open() : this.#watchWaiting());
      })
      .catch((error: unknown) => {
        this.#options.log.error({ err: error }, 'priceAlerts.readFailed');
      });
  }

  /** Watches an alert that another process made. Those made while it waits for its turn are read with it, and no others. */
  #watchMade(id: string): void {
    this.#made.push(id);
    if (this.#made.length > 1) return;
    this.#saving = this.#saving
      .then(async () => {
        const made = this.#made;
        this.#made = [];
        for (let from = 0; from < made.length; from += rowsPerRead) {
          await this.#watchRows((waiting) => waiting.where('id', 'in', made.slice(from, from + rowsPerRead)));
        }
      })
      .catch((error: unknown) => {
        this.#options.log.error({ err: error }, 'priceAlerts.readFailed');
        this.reload();
      });
  }

  /** Watches all alerts, a part at a time: orders and answers have their turn in between. */
  async #watchWaiting(): Promise<void> {
    for (let last: string | null = ''; last !== null;) {
      const after: string = last;
      last = await this.#watchRows((waiting) => waiting.where('id', '>', after).orderBy('id').limit(rowsPerRead));
    }
  }

  /** Returns the id of the last one if there may be more. */
  async #watchRows(which: (waiting: WaitingRows) => WaitingRows): Promise<string | null> {
    const rows = await which(waitingRows(this.#options.db)).execute();
    for (const row of rows) this.#watch.add({ ...row, priceTicks: row.price_ticks });
    return rows.length < rowsPerRead ? null : (rows.at(-1)?.id ?? null);
  }

  add(batch: BatchEvents): void {
    if (batch.fills.length === 0) return;
    const firings = this.#watch.take(batch);
    if (firings.length === 0) return;
    this.#saving = this.#saving.then(() => this.#save(firings));
  }

  /** Resolves when all alerts fired so far are saved and pushed. */
  settled(): Promise<void> {
    return this.#saving;
  }

  /** Lists the active alerts and the latest fired ones, newest first. */
  async list(customer: number): Promise<PriceAlert[]> {
    const own = this.#options.db.selectFrom('price_alerts').selectAll().where('customer', '=', customer);
    const waiting = await own.where('fired_time', 'is', null).execute();
    const fired = await own.where('fired_time', 'is not', null).orderBy('fired_time', 'desc').limit(maxFired).execute();
    return [...waiting, ...fired].toSorted((one, other) => other.time - one.time).map((row) => this.#wire(row));
  }

  /** Creates an alert for trades from now on, or returns the active one for this price; null at the maximum number of active alerts. */
  async create(customer: number, view: MarketView, priceTicks: number): Promise<PriceAlert | null> {
    const row = this.#rowOf(customer, view.id, priceTicks);
    // Watched before it is written, so that no trade is missed; a firing waits for the row.
    this.#watch.add({ ...row, priceTicks });
    const written = this.#write(row);
    this.#saving = this.#saving.then(() => written.then(nothing, nothing));
    let active: AlertRow | null = null;
    try {
      active = await written;
    } finally {
      if (active?.id !== row.id) this.#watch.remove(row);
    }
    if (active?.id === row.id) this.#options.publish({ kind: 'alertMade', id: row.id });
    return active && this.#wire(active);
  }

  #rowOf(customer: number, market: number, priceTicks: number): AlertRow {
    const { board, now } = this.#options;
    const last = board.trades(market)[0];
    return {
      id: randomUUID(),
      customer,
      market,
      direction: priceTicks >= (last?.priceTicks ?? 0) ? 'up' : 'down',
      price_ticks: priceTicks,
      time: now(),
      after_trade: last?.tradeNumber ?? 0,
      fired_time: null,
      fired_ticks: null,
    };
  }

  /** One at a time for each customer. Returns the active alert for this price; null at the maximum number. */
  #write(row: AlertRow): Promise<AlertRow | null> {
    const { customer, market, price_ticks } = row;
    return this.#options.db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('customers').select('id').where('id', '=', customer).forUpdate().execute();
      const waiting = await transaction
        .selectFrom('price_alerts')
        .selectAll()
        .where('customer', '=', customer)
        .where('fired_time', 'is', null)
        .execute();
      const same = waiting.find((each) => each.market === market && each.price_ticks === price_ticks);
      if (same) return same;
      if (waiting.length >= maxAlerts) return null;
      await transaction.insertInto('price_alerts').values(row).execute();
      // Those that are no longer listed.
      await transaction
        .deleteFrom('price_alerts')
        .where('id', 'in', (query) =>
          query
            .selectFrom('price_alerts')
            .select('id')
            .where('customer', '=', customer)
            .where('fired_time', 'is not', null)
            .orderBy('fired_time', 'desc')
            .offset(maxFired)
            .limit(maxDeleted),
        )
        .execute();
      return row;
    });
  }

  /** False if there is no such alert. */
  async delete(customer: number, id: string): Promise<boolean> {
    const deleted = await this.#options.db
      .deleteFrom('price_alerts')
      .where('id', '=', id)
      .where('customer', '=', customer)
      .returning('market')
      .executeTakeFirst();
    if (deleted) {
      this.#watch.remove({ id, market: deleted.market });
      this.#options.publish({ kind: 'alertDeleted', id, market: deleted.market });
    }
    return deleted !== undefined;
  }

  async #save(firings: readonly Firing[]): Promise<void> {
    const { log, notify, publish } = this.#options;
    const unsaved: Firing[] = [];
    for (const firing of firings) {
      const { alert, time, priceTicks } = firing;
      try {
        const row = await this.#fire({ id: alert.id, time, priceTicks });
        if (!row) continue;
        const fired = this.#wire(row);
        notify(row.customer, () => [fired]);
        publish({ kind: 'alertFired', customer: row.customer, alert: fired });
      } catch (error) {
        unsaved.push(firing);
        log.error({ err: error, alert: alert.id }, 'priceAlerts.saveFailed');
      }
    }
    this.#unsaved.push(...unsaved);
  }

  /** Retries fired alerts: they are no longer watched, and only this process knows of them until the next start reads the trades. */
  #saveAgain(): Promise<void> {
    const unsaved = this.#unsaved.splice(0);
    if (unsaved.length === 0) return Promise.resolve();
    this.#saving = this.#saving.then(() => this.#save(unsaved));
    return this.#saving;
  }

  /** Records that an alert fired, together with its message; returns undefined if that was done before. */
  #fire({ id, time, priceTicks }: Reached): Promise<AlertRow | undefined> {
    const { db, inbox } = this.#options;
    return db.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('price_alerts')
        .set({ fired_time: time, fired_ticks: priceTicks })
        .where('id', '=', id)
        .where('fired_time', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (row) await inbox.send(transaction, row.customer, alertMessage(this.#wire(row)));
      return row;
    });
  }

  #wire(row: AlertRow): PriceAlert {
    const view = this.#options.directory.marketById(row.market);
    const { fired_time: time, fired_ticks: ticks } = row;
    return {
      id: row.id,
      symbol: view.rules.symbol,
      price: formatPrice(view, row.price_ticks),
      direction: row.direction,
      time: row.time,
      fired: time === null || ticks === null ? null : { time, price: formatPrice(view, ticks) },
    };
  }
}

function waitingRows(db: Kysely<Tables>) {
  return db
    .selectFrom('price_alerts')
    .select(['id', 'customer', 'market', 'direction', 'price_ticks'])
    .where('fired_time', 'is', null);
}
type WaitingRows = ReturnType<typeof waitingRows>;

const nothing = (): void => undefined;

/** Message to a customer whose price alert fired. */
function alertMessage({ symbol, price, direction, fired }: PriceAlert): AccountMessage {
  const isUp = direction === 'up';
  const reached = fired ?? { price, time: 0 };
  const utc = writeInstant(reached.time, 'second');
  return {
    kind: 'alerts',
    path: `/pages/home/deal?symbol=${encodeURIComponent(symbol)}`,
    title: {
      zh: `价格提醒：${symbol} ${isUp ? '涨到' : '跌到'} ${price}`,
      en: `Price alert: ${symbol} ${isUp ? 'rose' : 'fell'} to ${price}`,
    },
    paragraphs: {
      zh: [`${symbol} 于 ${utc} 以 ${reached.price} 成交。`, `您设置的价格是 ${price}。每个提醒只触发一次。`],
      en: [`${symbol} traded at ${reached.price} at ${utc}.`, `Your alert was set at ${price}. An alert fires once.`],
    },
  };
}
