/** Tron's own coin, which is not listed: it pays fees, and addresses receive some to be swept. */
export const trx = { coin: 'TRX', contract: null } as const;
/** Decimals of the smallest unit. */
export const trxDecimals = 6;
