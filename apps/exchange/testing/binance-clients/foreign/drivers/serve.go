package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strconv"
	"sync"
)

const symbol = "BTCUSDT"

type fields = map[string]any

// given is what the harness asks for: one line of JSON each.
type given struct {
	Does, Id, Side, Price, Quantity string
}

func answer(what fields) {
	text, _ := json.Marshal(what)
	fmt.Println("@@" + string(text))
}

// serve answers the harness, after the client is connected.
func serve(acts map[string]func(given) (fields, error)) {
	answer(fields{"ready": true})
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var asked given
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			answer(fields{"failed": err.Error()})
			continue
		}
		said, err := acts[asked.Does](asked)
		if err != nil {
			answer(fields{"failed": err.Error()})
		} else if said == nil {
			answer(fields{})
		} else {
			answer(said)
		}
	}
}

type level struct{ price, quantity string }

type change struct {
	first, last int64
	bids, asks  []level
}

// localBook is kept as Binance's documentation says: a snapshot of REST, and every event after it without a gap.
type localBook struct {
	mutex      sync.Mutex
	bids, asks map[float64]float64
	last       int64
	early      []change
	missing    error
}

func set(side map[float64]float64, levels []level) {
	for _, each := range levels {
		price, _ := strconv.ParseFloat(each.price, 64)
		quantity, _ := strconv.ParseFloat(each.quantity, 64)
		if quantity == 0 {
			delete(side, price)
		} else {
			side[price] = quantity
		}
	}
}

func (book *localBook) begin(last int64, bids, asks []level) {
	book.mutex.Lock()
	defer book.mutex.Unlock()
	book.bids, book.asks, book.last = map[float64]float64{}, map[float64]float64{}, last
	set(book.bids, bids)
	set(book.asks, asks)
	for _, each := range book.early {
		book.take(each)
	}
}

func (book *localBook) apply(each change) {
	book.mutex.Lock()
	defer book.mutex.Unlock()
	if book.bids == nil {
		book.early = append(book.early, each)
	} else {
		book.take(each)
	}
}

func (book *localBook) take(each change) {
	if each.last <= book.last {
		return
	}
	if each.first > book.last+1 {
		book.missing = fmt.Errorf("changes from %d to %d are missing", book.last+1, each.first-1)
	}
	set(book.bids, each.bids)
	set(book.asks, each.asks)
	book.last = each.last
}

func sorted(side map[float64]float64, sign float64) [][]float64 {
	levels := [][]float64{}
	for price, quantity := range side {
		levels = append(levels, []float64{price, quantity})
	}
	sort.Slice(levels, func(one, other int) bool { return sign*levels[one][0] < sign*levels[other][0] })
	if len(levels) > 20 {
		levels = levels[:20]
	}
	return levels
}

func (book *localBook) view() (fields, error) {
	book.mutex.Lock()
	defer book.mutex.Unlock()
	return fields{"bids": sorted(book.bids, -1), "asks": sorted(book.asks, 1)}, book.missing
}
