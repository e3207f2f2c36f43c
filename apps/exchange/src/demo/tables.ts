export interface DemoTables {
  faucet_grants: {
    customer: number;
    request_id: string;
    /** Days since the epoch, UTC. */
    day: number;
    /** Worth in millionths of a USDT. */
    usdt_units: number;
  };
}
