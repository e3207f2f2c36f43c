import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.TradeApi;
import org.openapitools.client.model.RefusalCode;
import org.openapitools.client.model.TradeCancelBody;
import org.openapitools.client.model.TradeCreateBody;
import org.openapitools.client.model.TradeDepthBody;

/** Trades by the client that openapi-generator generates for Java, and streams the book by the JDK's WebSocket. */
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

  /** The bids as the socket streams them: a snapshot, then differences without a gap. */
  private static final class Bids implements WebSocket.Listener {
    private static final ObjectMapper json = new ObjectMapper();
    private final TreeMap<BigDecimal, List<String>> levels = new TreeMap<>(Comparator.reverseOrder());
    private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
    private final StringBuilder text = new StringBuilder();
    private final WebSocket socket;
    private long seq = -1;

    Bids(String url) {
      var address = URI.create(url.replaceFirst("http", "ws") + "/ws");
      socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, this).join();
      socket.sendText("{\"op\":\"subscribe\",\"id\":1,\"channels\":[\"depth:BTC/USDT\"]}", true).join();
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
      text.append(part);
      if (isLast) {
        texts.add(text.toString());
        text.setLength(0);
      }
      from.request(1);
      return null;
    }

    /** Applies pushes until the price is there, or isn't. */
    void until(String price, boolean isThere) throws Exception {
      while (levels.containsKey(new BigDecimal(price)) != isThere) {
        var next = texts.poll(30, TimeUnit.SECONDS);
        if (next == null) throw new AssertionError("nothing was pushed");
        apply(json.readTree(next));
      }
    }

    private void apply(JsonNode push) {
      if (!push.path("channel").asText().equals("depth:BTC/USDT")) return;
      var next = push.get("seq").asLong();
      var data = push.get("data");
      if (data.get("kind").asText().equals("snapshot")) levels.clear();
      else if (next != seq + 1) throw new AssertionError(next + " follows " + seq);
      seq = next;
      for (var level : data.get("bids")) {
        var price = level.get(0).asText();
        var quantity = level.get(1).asText();
        if (new BigDecimal(quantity).signum() == 0) levels.remove(new BigDecimal(price));
        else levels.put(new BigDecimal(price), List.of(price, quantity));
      }
    }

    /** The best one, of bids that are those of the call. */
    String best(TradeApi trade) throws Exception {
      var book = trade.tradeDepth(new TradeDepthBody().symbol("BTC/USDT"), null).getTradeDepthSuccess();
      var streamed = new ArrayList<>(levels.values());
      if (!streamed.equals(book.getData().getBids())) {
        throw new AssertionError(streamed + " isn't " + book.getData().getBids());
      }
      return String.join(" ", streamed.get(0));
    }
  }

  public static void main(String[] args) throws Exception {
    var client = new ApiClient();
    client.updateBaseUri(System.getenv("FFT_URL"));
    client.setRequestInterceptor(request -> request.header("access-token", System.getenv("FFT_TOKEN")));
    var trade = new TradeApi(client);
    var bids = new Bids(System.getenv("FFT_URL"));
    bids.until("19000.0", true);

    var placed = trade.tradeCreate(order("java-1", TradeCreateBody.SideEnum.BUY), null).getTradeCreateSuccess();
    System.out.println("placed " + placed.getData().getState().getValue());

    bids.until("20000.0", true);
    System.out.println("streamed " + bids.best(trade));

    var refused = trade.tradeCreate(order("java-2", TradeCreateBody.SideEnum.SELL), null).getRefusal();
    if (refused.getCode() != RefusalCode.RefusedInsufficientBalance) throw new AssertionError(refused.getMessage());
    System.out.println("refused " + refused.getCode().getValue());

    var ended = trade.tradeCancel(null, new TradeCancelBody().clientOrderId("java-1")).getTradeCancelSuccess();
    System.out.println("ended " + ended.getData().getState().getValue());

    bids.until("20000.0", false);
    System.out.println("left " + bids.best(trade));
    bids.socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
  }
}
