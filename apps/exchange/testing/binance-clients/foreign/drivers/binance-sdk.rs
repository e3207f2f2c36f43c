mod connect;
mod serve;

use binance_sdk::errors::ConnectorError;
use binance_sdk::spot::rest_api::{
    DeleteOrderParams, DepthParams, NewOrderParams, NewOrderSideEnum, NewOrderTimeInForceEnum, NewOrderTypeEnum, RestApi,
};
use binance_sdk::spot::websocket_api::{UserDataStreamEventsResponse, UserDataStreamSubscribeSignatureParams};
use binance_sdk::spot::websocket_streams::{
    DiffBookDepthParams, DiffBookDepthUpdateSpeedEnum, KlineIntervalEnum, KlineParams,
};
use rust_decimal::Decimal;
use serde_json::{json, Map, Value};
use serve::{answer, Change, LocalBook, SYMBOL};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt, BufReader};

#[derive(Default)]
struct Known {
    book: LocalBook,
    orders: Map<String, Value>,
    candle: Value,
}

async fn create(rest: &RestApi, given: &Value) -> anyhow::Result<()> {
    let text = |name: &str| given[name].as_str().unwrap_or_default().to_string();
    let side = if text("side") == "BUY" { NewOrderSideEnum::Buy } else { NewOrderSideEnum::Sell };
    let params = NewOrderParams::builder(SYMBOL.to_string(), side, NewOrderTypeEnum::Limit)
        .time_in_force(NewOrderTimeInForceEnum::Gtc)
        .price(text("price").parse::<Decimal>()?)
        .quantity(text("quantity").parse::<Decimal>()?)
        .new_client_order_id(text("id"))
        .build()?;
    rest.new_order(params).await?.data().await?;
    Ok(())
}

async fn act(rest: &RestApi, known: &Mutex<Known>, given: &Value) -> anyhow::Result<Value> {
    match given["does"].as_str().unwrap_or_default() {
        "place" => create(rest, given).await.map(|()| json!({})),
        "cancel" => {
            let id = given["id"].as_str().unwrap_or_default().to_string();
            let params = DeleteOrderParams::builder(SYMBOL.to_string()).orig_client_order_id(id).build()?;
            rest.delete_order(params).await?.data().await?;
            Ok(json!({}))
        }
        "refuse" => Ok(match create(rest, given).await {
            Ok(()) => json!({ "code": "none" }),
            Err(error) => match error.downcast_ref::<ConnectorError>() {
                Some(ConnectorError::BadRequestError { code, .. }) => json!({ "code": code }),
                _ => json!({ "code": format!("{error:#}") }),
            },
        }),
        "book" => {
            let known = known.lock().unwrap();
            match &known.book.missing {
                Some(missing) => anyhow::bail!(missing.clone()),
                None => Ok(known.book.view()),
            }
        }
        "orders" => Ok(json!({ "orders": known.lock().unwrap().orders })),
        _ => Ok(json!({ "candle": known.lock().unwrap().candle })),
    }
}

async fn run() -> anyhow::Result<()> {
    let [url, key, secret] = ["FFT_URL", "FFT_KEY", "FFT_SECRET"].map(|name| std::env::var(name).unwrap_or_default());
    let (rest, orders, streams) = connect::connect(&url, &key, &secret)?;
    let known = Arc::new(Mutex::new(Known::default()));

    let streams = streams.connect().await?;
    let depth = DiffBookDepthParams::builder(SYMBOL.to_lowercase())
        .update_speed(DiffBookDepthUpdateSpeedEnum::UpdateSpeed100ms)
        .build()?;
    let depth = streams.diff_book_depth(depth).await?;
    let own = known.clone();
    depth.on_message(move |event| {
        own.lock().unwrap().book.apply(Change {
            first: event.u_uppercase.unwrap_or_default(),
            last: event.u.unwrap_or_default(),
            bids: event.b.unwrap_or_default(),
            asks: event.a.unwrap_or_default(),
        });
    });
    let kline = KlineParams::builder(SYMBOL.to_lowercase(), KlineIntervalEnum::Interval1m).build()?;
    let kline = streams.kline(kline).await?;
    let own = known.clone();
    kline.on_message(move |event| {
        if let Some(k) = event.k {
            own.lock().unwrap().candle = json!([k.t, k.o, k.h, k.l, k.c, k.v]);
        }
    });
    let orders = orders.connect().await?;
    let (_, user) =
        orders.user_data_stream_subscribe_signature(UserDataStreamSubscribeSignatureParams::default()).await?;
    let own = known.clone();
    user.on_message(move |event| {
        if let UserDataStreamEventsResponse::ExecutionReport(report) = event {
            let before = report.c_uppercase.filter(|name| !name.is_empty());
            if let Some(name) = before.or(report.c) {
                own.lock().unwrap().orders.insert(name, json!([report.x_uppercase, report.z]));
            }
        }
    });
    let snapshot = DepthParams::builder(SYMBOL.to_string()).limit(5000).build()?;
    let snapshot = rest.depth(snapshot).await?.data().await?;
    known.lock().unwrap().book.begin(
        snapshot.last_update_id.unwrap_or_default(),
        &snapshot.bids.unwrap_or_default(),
        &snapshot.asks.unwrap_or_default(),
    );

    answer(json!({ "ready": true }));
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    while let Some(line) = lines.next_line().await? {
        let given: Value = serde_json::from_str(&line)?;
        match act(&rest, &known, &given).await {
            Ok(said) => answer(said),
            Err(error) => answer(json!({ "failed": format!("{error:#}") })),
        }
    }
    Ok(())
}

#[tokio::main]
async fn main() {
    if let Err(error) = run().await {
        answer(json!({ "failed": format!("{error:#}") }));
        std::process::exit(1);
    }
    std::process::exit(0);
}
