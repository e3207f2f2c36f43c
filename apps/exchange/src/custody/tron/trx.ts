/** Tron's own coin, which isn't listed: fees are paid in it, and addresses are sent some to be swept. */
export const trx = { coin: 'TRX', contract: null } as const;
/** Smallest units have so many decimals. */
export const trxDecimals = 6;
