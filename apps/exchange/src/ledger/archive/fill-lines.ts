/** Selects the postings of archived fills in DuckDB, as PostgreSQL's `postings_of_fill` does for those in the table. */
export const fillLines = (fills: string): string => {
  const [buyerPays, sellerPays] = ['trade.buyer_fee > 0', 'trade.seller_fee > 0'];
  const afterBuyer = (first: number): string => `case when ${buyerPays} then ${first + 2} else ${first} end`;
  const lines = [
    line('0', [...side('buyer', 'quote'), '0', '-trade.notional', 'trade.buyer_quote', "'trade'", 'trade.buyer_order']),
    line('1', [
      ...side('seller', 'quote'),
      'trade.notional',
      '0',
      'trade.seller_quote + trade.seller_fee',
      "'trade'",
      'trade.seller_order',
    ]),
    line('2', [
      ...side('seller', 'base'),
      '0',
      '-trade.base_units',
      'trade.seller_base',
      "'trade'",
      'trade.seller_order',
    ]),
    line('3', [
      ...side('buyer', 'base'),
      'trade.base_units',
      '0',
      'trade.buyer_base + trade.buyer_fee',
      "'trade'",
      'trade.buyer_order',
    ]),
    line(
      '4',
      [...side('buyer', 'base'), '-trade.buyer_fee', '0', 'trade.buyer_base', "'fee'", 'trade.buyer_order'],
      `where ${buyerPays}`,
    ),
    line('5', ['1', 'trade.base', 'trade.buyer_fee', '0', 'null', "'fee'", 'trade.buyer_order'], `where ${buyerPays}`),
    line(
      afterBuyer(4),
      [...side('seller', 'quote'), '-trade.seller_fee', '0', 'trade.seller_quote', "'fee'", 'trade.seller_order'],
      `where ${sellerPays}`,
    ),
    line(
      afterBuyer(5),
      ['1', 'trade.quote', 'trade.seller_fee', '0', 'null', "'fee'", 'trade.seller_order'],
      `where ${sellerPays}`,
    ),
  ];
  const sides = ['owner', 'order', 'fee', 'base', 'quote'].flatMap((name) => [
    `case when taker_side = 'buy' then taker_${name} else maker_${name} end as buyer_${name}`,
    `case when taker_side = 'buy' then maker_${name} else taker_${name} end as seller_${name}`,
  ]);
  return `select trade.sequence, trade.position + line.place as position, trade.time, line.owner, 'coin' as kind, line.asset,
      line.available_delta, line.frozen_delta, line.balance, line.reason, line.order_id, '' as reference
    from (select *, ${sides.join(', ')} from ${fills}) as trade
    cross join lateral (${lines.join(' union all ')})
      as line (place, owner, asset, available_delta, frozen_delta, balance, reason, order_id)`;
};

const side = (who: 'buyer' | 'seller', asset: 'base' | 'quote'): readonly string[] => [
  `trade.${who}_owner`,
  `trade.${asset}`,
];

const line = (place: string, columns: readonly string[], when = ''): string =>
  `select ${place}, ${columns.join(', ')} ${when}`;
