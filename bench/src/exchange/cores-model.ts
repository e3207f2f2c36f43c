/** Microseconds of processor time per order, by process. */
export interface Cost {
  readonly gateway: number;
  /** At a gateway without customers that follows another's writes. */
  readonly replica: number;
  readonly journal: number;
  readonly tables: number;
  readonly tablesInDatabase: number;
}

/** Gateways that `GATEWAYS=auto` starts on so many cores, where memory and connections suffice. */
export const gatewaysOn = (cores: number): number => Math.max(1, Math.min(8, Math.floor(cores / 2)));

/**
 * Orders a second of a machine with so many cores, whose load comes from another one. Each gateway executes its own orders and follows those of all others;
 * one of them makes the tables' rows too, without following for it once more. All cores together, each gateway's thread, the journal's connection and
 * the connection that writes the tables are bounds.
 */
export function ordersOn(cores: number, { gateway, replica, journal, tables, tablesInDatabase }: Cost): number {
  const gateways = gatewaysOn(cores);
  const inGateways = gateway + replica * (gateways - 1);
  const rows = Math.max(0, tables - replica);
  const inAll = inGateways + rows + journal + tablesInDatabase;
  return Math.round(1e6 / Math.max(inAll / cores, inGateways / gateways, rows, journal, tablesInDatabase));
}
