import org.openapitools.client.ApiClient;
import org.openapitools.client.api.TradeApi;
import org.openapitools.client.model.RefusalCode;
import org.openapitools.client.model.TradeCancelBody;
import org.openapitools.client.model.TradeCreateBody;
import org.openapitools.client.model.TradeDepthBody;

/** Trades by the client that openapi-generator generates for Java. */
public final class Trade {
  private static TradeCreateBody order(String name, TradeCreateBody.SideEnum side) {
    return new TradeCreateBody()
        .clientOrderId(name)
        .symbol("BTC/USDT")
        .side(side)
        .type(TradeCreateBody.TypeEnum.LIMIT)
        .price("20000.0")
        .quantity("0.001");
  }

  public static void main(String[] args) throws Exception {
    var client = new ApiClient();
    client.updateBaseUri(System.getenv("FFT_URL"));
    client.setRequestInterceptor(request -> request.header("access-token", System.getenv("FFT_TOKEN")));
    var trade = new TradeApi(client);

    var placed = trade.tradeCreate(order("java-1", TradeCreateBody.SideEnum.BUY), null).getTradeCreateSuccess();
    System.out.println("placed " + placed.getData().getState().getValue());

    var book = trade.tradeDepth(new TradeDepthBody().symbol("BTC/USDT"), null).getTradeDepthSuccess();
    System.out.println("bid " + String.join(" ", book.getData().getBids().get(0)));

    var refused = trade.tradeCreate(order("java-2", TradeCreateBody.SideEnum.SELL), null).getRefusal();
    if (refused.getCode() != RefusalCode.RefusedInsufficientBalance) throw new AssertionError(refused.getMessage());
    System.out.println("refused " + refused.getCode().getValue());

    var ended = trade.tradeCancel(null, new TradeCancelBody().clientOrderId("java-1")).getTradeCancelSuccess();
    System.out.println("ended " + ended.getData().getState().getValue());
  }
}
