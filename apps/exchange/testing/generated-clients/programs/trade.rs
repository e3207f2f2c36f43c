//! Trades by the client that openapi-generator generates for Rust, and streams the book by tungstenite.

use std::collections::HashMap;
use std::net::TcpStream;

use openapi::apis::configuration::Configuration;
use openapi::apis::trade_api::{trade_cancel, trade_create, trade_depth};
use openapi::models::{
    trade_create_body::{Side, Type},
    RefusalCode, TradeCancelAnswer, TradeCancelBody, TradeCreateAnswer, TradeCreateBody, TradeDepthAnswer,
    TradeDepthBody,
};
use reqwest::header::{HeaderMap, HeaderValue};
use tungstenite::{stream::MaybeTlsStream, Message, WebSocket};

type Failure = Box<dyn std::error::Error>;

/// The bids as the socket streams them: a snapshot, then differences without a gap.
struct Bids {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    seq: u64,
    levels: HashMap<String, String>,
}

impl Bids {
    fn stream(url: &str) -> Result<Self, Failure> {
        let (mut socket, _) = tungstenite::connect(format!("{}/ws", url.replacen("http", "ws", 1)))?;
        let subscribe = serde_json::json!({ "op": "subscribe", "id": 1, "channels": ["depth:BTC/USDT"] });
        socket.send(Message::text(subscribe.to_string()))?;
        Ok(Bids {
            socket,
            seq: 0,
            levels: HashMap::new(),
        })
    }

    /// Applies pushes until the price is there, or isn't.
    fn until(&mut self, price: &str, is_there: bool) -> Result<(), Failure> {
        while self.levels.contains_key(price) != is_there {
            if let Message::Text(text) = self.socket.read()? {
                self.apply(serde_json::from_str(&text)?)?;
            }
        }
        Ok(())
    }

    fn apply(&mut self, push: serde_json::Value) -> Result<(), Failure> {
        if push["channel"] != "depth:BTC/USDT" {
            return Ok(());
        }
        let seq = push["seq"].as_u64().ok_or("a push has a number")?;
        if push["data"]["kind"] == "snapshot" {
            self.levels.clear();
        } else {
            assert_eq!(seq, self.seq + 1);
        }
        self.seq = seq;
        let changed: Vec<(String, String)> = serde_json::from_value(push["data"]["bids"].clone())?;
        for (price, quantity) in changed {
            if quantity.parse::<f64>()? == 0.0 {
                self.levels.remove(&price);
            } else {
                self.levels.insert(price, quantity);
            }
        }
        Ok(())
    }

    /// The best one, of bids that are those of the call.
    async fn best(&self, configuration: &Configuration) -> Result<String, Failure> {
        let mut streamed: Vec<Vec<String>> = self.levels.iter().map(|(p, q)| vec![p.clone(), q.clone()]).collect();
        streamed.sort_by(|a, b| number(&b[0]).total_cmp(&number(&a[0])));
        match trade_depth(configuration, TradeDepthBody::new("BTC/USDT".into()), None).await? {
            TradeDepthAnswer::TradeDepthSuccess(book) => assert_eq!(streamed, book.data.bids),
            TradeDepthAnswer::Refusal(refusal) => panic!("{refusal:?}"),
        }
        Ok(streamed[0].join(" "))
    }
}

fn number(text: &str) -> f64 {
    text.parse().expect("a price is a number")
}

fn order(name: &str, side: Side) -> TradeCreateBody {
    let mut body = TradeCreateBody::new(name.into(), "BTC/USDT".into(), side, Type::Limit);
    body.price = Some("20000.0".into());
    body.quantity = Some("0.001".into());
    body
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut headers = HeaderMap::new();
    headers.insert("access-token", HeaderValue::from_str(&std::env::var("FFT_TOKEN")?)?);
    let configuration = Configuration {
        base_path: std::env::var("FFT_URL")?,
        client: reqwest::Client::builder().default_headers(headers).build()?,
        ..Configuration::default()
    };
    let mut bids = Bids::stream(&configuration.base_path)?;
    bids.until("19000.0", true)?;

    match trade_create(&configuration, order("rust-1", Side::Buy), None).await? {
        TradeCreateAnswer::TradeCreateSuccess(placed) => println!("placed {}", state(&placed.data.state)?),
        TradeCreateAnswer::Refusal(refusal) => panic!("{refusal:?}"),
    }
    bids.until("20000.0", true)?;
    println!("streamed {}", bids.best(&configuration).await?);

    match trade_create(&configuration, order("rust-2", Side::Sell), None).await? {
        TradeCreateAnswer::Refusal(refused) if refused.code == RefusalCode::RefusedInsufficientBalance => {
            println!("refused {}", refused.code)
        }
        other => panic!("{other:?}"),
    }
    let mut cancel = TradeCancelBody::new();
    cancel.client_order_id = Some("rust-1".into());
    match trade_cancel(&configuration, None, Some(cancel)).await? {
        TradeCancelAnswer::TradeCancelSuccess(ended) => println!("ended {}", state(&ended.data.state)?),
        TradeCancelAnswer::Refusal(refusal) => panic!("{refusal:?}"),
    }
    bids.until("20000.0", false)?;
    println!("left {}", bids.best(&configuration).await?);
    Ok(())
}

/// The name of a state on the wire.
fn state(state: &impl serde::Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_value(state)?.as_str().unwrap_or_default().to_string())
}
