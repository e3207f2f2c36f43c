use serde_json::{json, Value};
use std::collections::BTreeMap;

pub const SYMBOL: &str = "BTCUSDT";

pub fn answer(fields: Value) {
    println!("@@{fields}");
}

/// A price or quantity as the key of a map, in hundred-millionths.
fn whole(text: &str) -> i64 {
    (text.parse::<f64>().unwrap_or(0.0) * 1e8).round() as i64
}

pub struct Change {
    pub first: i64,
    pub last: i64,
    pub bids: Vec<Vec<String>>,
    pub asks: Vec<Vec<String>>,
}

/// A book kept as Binance's documentation says: a snapshot of REST, and every event after it without a gap.
#[derive(Default)]
pub struct LocalBook {
    bids: BTreeMap<i64, i64>,
    asks: BTreeMap<i64, i64>,
    last: i64,
    begun: bool,
    early: Vec<Change>,
    pub missing: Option<String>,
}

fn set(side: &mut BTreeMap<i64, i64>, levels: &[Vec<String>]) {
    for level in levels {
        let (price, quantity) = (whole(&level[0]), whole(&level[1]));
        if quantity == 0 {
            side.remove(&price);
        } else {
            side.insert(price, quantity);
        }
    }
}

fn row((price, quantity): (&i64, &i64)) -> Value {
    json!([*price as f64 / 1e8, *quantity as f64 / 1e8])
}

impl LocalBook {
    pub fn begin(&mut self, last: i64, bids: &[Vec<String>], asks: &[Vec<String>]) {
        set(&mut self.bids, bids);
        set(&mut self.asks, asks);
        self.last = last;
        self.begun = true;
        for change in std::mem::take(&mut self.early) {
            self.apply(change);
        }
    }

    pub fn apply(&mut self, change: Change) {
        if !self.begun {
            self.early.push(change);
            return;
        }
        if change.last <= self.last {
            return;
        }
        if change.first > self.last + 1 {
            self.missing = Some(format!("changes from {} to {} are missing", self.last + 1, change.first - 1));
        }
        set(&mut self.bids, &change.bids);
        set(&mut self.asks, &change.asks);
        self.last = change.last;
    }

    pub fn view(&self) -> Value {
        let bids: Vec<Value> = self.bids.iter().rev().take(20).map(row).collect();
        let asks: Vec<Value> = self.asks.iter().take(20).map(row).collect();
        json!({ "bids": bids, "asks": asks })
    }
}
