//! Trades by the client that openapi-generator generates for Rust.

use openapi::apis::configuration::Configuration;
use openapi::apis::trade_api::{trade_cancel, trade_create, trade_depth};
use openapi::models::{
    trade_create_body::{Side, Type},
    RefusalCode, TradeCancelAnswer, TradeCancelBody, TradeCreateAnswer, TradeCreateBody, TradeDepthAnswer,
    TradeDepthBody,
};
use reqwest::header::{HeaderMap, HeaderValue};

fn order(name: &str, side: Side) -> TradeCreateBody {
    let mut body = TradeCreateBody::new(name.into(), "BTC/USDT".into(), side, Type::Limit);
    body.price = Some("20000.0".into());
    body.quantity = Some("0.001".into());
    body
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut headers = HeaderMap::new();
    headers.insert("access-token", HeaderValue::from_str(&std::env::var("FFT_TOKEN")?)?);
    let configuration = Configuration {
        base_path: std::env::var("FFT_URL")?,
        client: reqwest::Client::builder().default_headers(headers).build()?,
        ..Configuration::default()
    };

    match trade_create(&configuration, order("rust-1", Side::Buy), None).await? {
        TradeCreateAnswer::TradeCreateSuccess(placed) => println!("placed {}", state(&placed.data.state)?),
        TradeCreateAnswer::Refusal(refusal) => panic!("{refusal:?}"),
    }
    match trade_depth(&configuration, TradeDepthBody::new("BTC/USDT".into()), None).await? {
        TradeDepthAnswer::TradeDepthSuccess(book) => println!("bid {}", book.data.bids[0].join(" ")),
        TradeDepthAnswer::Refusal(refusal) => panic!("{refusal:?}"),
    }
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
    Ok(())
}

/// The name of a state on the wire.
fn state(state: &impl serde::Serialize) -> Result<String, Box<dyn std::error::Error>> {
    Ok(serde_json::to_value(state)?.as_str().unwrap_or_default().to_string())
}
