import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Map;

/** Answers the harness: one line of JSON for each line that it sends. */
public class Serve {
  static final ObjectMapper json = new ObjectMapper();

  interface Act {
    Object apply(JsonNode given) throws Exception;
  }

  interface Connect {
    Map<String, Act> connect(String url, String apiKey, String secret) throws Exception;
  }

  static void answer(Object fields) throws Exception {
    System.out.println("@@" + json.writeValueAsString(fields));
    System.out.flush();
  }

  static void serve(Connect connect) throws Exception {
    try {
      Map<String, Act> acts =
          connect.connect(System.getenv("FFT_URL"), System.getenv("FFT_KEY"), System.getenv("FFT_SECRET"));
      answer(Map.of("ready", true));
      BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode given = json.readTree(line);
        try {
          Object said = acts.get(given.get("does").asText()).apply(given);
          answer(said == null ? Map.of() : said);
        } catch (Exception error) {
          answer(Map.of("failed", error.toString()));
        }
      }
    } catch (Exception error) {
      error.printStackTrace();
      answer(Map.of("failed", error.toString()));
    }
    System.exit(0);
  }
}
