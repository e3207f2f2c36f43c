export interface DemoTables {
  faucet_grants: {
    customer: number;
    request_id: string;
    /** Days since the epoch, UTC. */
    day: number;
    /** Worth in millionths of a USDT. */
    usdt_units: number;
    /** The transaction on the chain; empty while it is being sent, null if it is not sent over a chain. */
    txid: string | null;
    coin: string;
    units: number;
  };
}
