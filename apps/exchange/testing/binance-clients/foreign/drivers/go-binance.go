package main

import (
	"context"
	"errors"
	"os"
	"sync"

	"github.com/adshao/go-binance/v2"
	"github.com/adshao/go-binance/v2/common"
)

func levelsOf[T common.PriceLevel](rows []T) []level {
	levels := []level{}
	for _, row := range rows {
		each := common.PriceLevel(row)
		levels = append(levels, level{each.Price, each.Quantity})
	}
	return levels
}

func main() {
	apiKey, secret := os.Getenv("FFT_KEY"), os.Getenv("FFT_SECRET")
	client := connect(os.Getenv("FFT_URL"), apiKey, secret)
	background := context.Background()
	book := &localBook{}
	var mutex sync.Mutex
	var candle []any
	orders := map[string][]string{}
	failed := func(err error) { println(err.Error()) }

	die := func(err error) {
		if err != nil {
			answer(fields{"failed": err.Error()})
			os.Exit(1)
		}
	}
	_, _, err := binance.WsDepthServe100Ms(symbol, func(event *binance.WsDepthEvent) {
		book.apply(change{event.FirstUpdateID, event.LastUpdateID, levelsOf(event.Bids), levelsOf(event.Asks)})
	}, failed)
	die(err)
	_, _, err = binance.WsKlineServe(symbol, "1m", func(event *binance.WsKlineEvent) {
		mutex.Lock()
		defer mutex.Unlock()
		k := event.Kline
		candle = []any{k.StartTime, k.Open, k.High, k.Low, k.Close, k.Volume}
	}, failed)
	die(err)
	_, _, err = binance.WsUserDataServeSignature(apiKey, secret, common.KeyTypeHmac, 0, func(event *binance.WsUserDataEvent) {
		mutex.Lock()
		defer mutex.Unlock()
		if event.Event != binance.UserDataEventTypeExecutionReport {
			return
		}
		name := event.OrderUpdate.OrigCustomOrderId
		if name == "" {
			name = event.OrderUpdate.ClientOrderId
		}
		orders[name] = []string{event.OrderUpdate.Status, event.OrderUpdate.FilledVolume}
	}, failed)
	die(err)
	snapshot, err := client.NewDepthService().Symbol(symbol).Limit(5000).Do(background)
	die(err)
	book.begin(snapshot.LastUpdateID, levelsOf(snapshot.Bids), levelsOf(snapshot.Asks))

	create := func(asked given) error {
		_, err := client.NewCreateOrderService().Symbol(symbol).Side(binance.SideType(asked.Side)).
			Type(binance.OrderTypeLimit).TimeInForce(binance.TimeInForceTypeGTC).
			Price(asked.Price).Quantity(asked.Quantity).NewClientOrderID(asked.Id).Do(background)
		return err
	}
	serve(map[string]func(given) (fields, error){
		"place": func(asked given) (fields, error) { return nil, create(asked) },
		"cancel": func(asked given) (fields, error) {
			_, err := client.NewCancelOrderService().Symbol(symbol).OrigClientOrderID(asked.Id).Do(background)
			return nil, err
		},
		"refuse": func(asked given) (fields, error) {
			var refusal *common.APIError
			if err := create(asked); errors.As(err, &refusal) {
				return fields{"code": refusal.Code}, nil
			} else {
				return fields{"code": "none"}, err
			}
		},
		"book": func(given) (fields, error) { return book.view() },
		"orders": func(given) (fields, error) {
			mutex.Lock()
			defer mutex.Unlock()
			known := map[string][]string{}
			for name, state := range orders {
				known[name] = state
			}
			return fields{"orders": known}, nil
		},
		"candle": func(given) (fields, error) {
			mutex.Lock()
			defer mutex.Unlock()
			return fields{"candle": candle}, nil
		},
	})
}
