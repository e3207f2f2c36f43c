/** Solana's own coin, which pays fees whether it is listed or not. */
export const sol = { coin: 'SOL', contract: null } as const;
/** Decimals of the smallest unit. */
export const solDecimals = 9;
