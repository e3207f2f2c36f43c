import com.fasterxml.jackson.databind.JsonNode;
import info.bitrich.xchangestream.binance.BinanceStreamingExchange;
import info.bitrich.xchangestream.binance.KlineSubscription;
import info.bitrich.xchangestream.core.ProductSubscription;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.knowm.xchange.binance.dto.BinanceException;
import org.knowm.xchange.binance.dto.marketdata.BinanceKline;
import org.knowm.xchange.binance.dto.marketdata.KlineInterval;
import org.knowm.xchange.binance.dto.trade.BinanceNewOrder;
import org.knowm.xchange.binance.dto.trade.BinanceOrder;
import org.knowm.xchange.binance.dto.trade.OrderSide;
import org.knowm.xchange.binance.dto.trade.OrderType;
import org.knowm.xchange.binance.dto.trade.TimeInForce;
import org.knowm.xchange.binance.service.BinanceTradeService;
import org.knowm.xchange.currency.CurrencyPair;
import org.knowm.xchange.dto.marketdata.OrderBook;
import org.knowm.xchange.dto.trade.LimitOrder;

/** XChange hears of its orders by a listen key, which neither Binance nor this exchange gives: it asks for their states. */
public class Xchange {
  static final CurrencyPair pair = CurrencyPair.BTC_USDT;

  static List<List<BigDecimal>> levels(List<LimitOrder> orders) {
    List<List<BigDecimal>> levels = new ArrayList<>();
    for (LimitOrder order : orders.subList(0, Math.min(20, orders.size()))) {
      levels.add(List.of(order.getLimitPrice(), order.getRemainingAmount()));
    }
    return levels;
  }

  static long create(BinanceTradeService trade, JsonNode given) throws Exception {
    return trade.newOrder(
        pair,
        OrderSide.valueOf(given.get("side").asText()),
        OrderType.LIMIT,
        TimeInForce.GTC,
        new BigDecimal(given.get("quantity").asText()),
        null,
        new BigDecimal(given.get("price").asText()),
        given.get("id").asText(),
        null,
        null,
        null,
        BinanceNewOrder.NewOrderResponseType.FULL)
        .orderId;
  }

  static Map<String, Serve.Act> connect(String url, String apiKey, String secret) {
    Connect.url = url;
    BinanceStreamingExchange exchange = (BinanceStreamingExchange) Connect.connect(apiKey, secret);
    BinanceTradeService trade = (BinanceTradeService) exchange.getTradeService();
    AtomicReference<OrderBook> book = new AtomicReference<>();
    AtomicReference<BinanceKline> candle = new AtomicReference<>();
    KlineSubscription klines = new KlineSubscription(Map.of(pair, Set.of(KlineInterval.m1)));
    exchange.connect(klines, ProductSubscription.create().addOrderbook(pair).build()).blockingAwait();
    exchange.getStreamingMarketDataService().getOrderBook(pair).subscribe(book::set);
    exchange.getStreamingMarketDataService().getKlines(pair, KlineInterval.m1).subscribe(candle::set);
    Map<String, Long> placed = new HashMap<>();

    Map<String, Serve.Act> acts = new HashMap<>();
    acts.put(
        "place",
        given -> {
          placed.put(given.get("id").asText(), create(trade, given));
          return null;
        });
    acts.put(
        "cancel",
        given -> {
          trade.cancelOrderAllProducts(pair, placed.get(given.get("id").asText()), null, null);
          return null;
        });
    acts.put(
        "refuse",
        given -> {
          try {
            create(trade, given);
          } catch (BinanceException refusal) {
            return Map.of("code", refusal.getCode());
          }
          return Map.of("code", "none");
        });
    acts.put(
        "book",
        given -> {
          OrderBook now = book.get();
          return now == null
              ? Map.of("bids", List.of(), "asks", List.of())
              : Map.of("bids", levels(now.getBids()), "asks", levels(now.getAsks()));
        });
    acts.put(
        "orders",
        given -> {
          Map<String, Object> known = new HashMap<>();
          for (String id : placed.keySet()) {
            BinanceOrder order = trade.orderStatusAllProducts(pair, placed.get(id), null);
            known.put(id, List.of(order.status.name(), order.executedQty));
          }
          return Map.of("orders", known);
        });
    acts.put(
        "candle",
        given -> {
          Map<String, Object> said = new HashMap<>();
          BinanceKline k = candle.get();
          said.put(
              "candle",
              k == null
                  ? null
                  : List.of(k.getOpenTime(), k.getOpen(), k.getHigh(), k.getLow(), k.getClose(), k.getVolume()));
          return said;
        });
    return acts;
  }

  public static void main(String[] args) throws Exception {
    Serve.serve(Xchange::connect);
  }
}
