export interface DemoTables {
  faucet_grants: {
    customer: number;
    request_id: string;
    /** Days since the epoch, UTC. */
    day: number;
    /** Worth in millionths of a USDT. */
    usdt_units: number;
    /** Of what was sent over the chain; empty while it is being sent, null where it isn't sent that way. */
    txid: string | null;
    /** Null of grants made before this was kept. */
    coin: string | null;
    units: number | null;
  };
}
