// Does what the controllers of Flux do, for tests, by their own code: reads one job in JSON on each line, and writes one answer for
// each. A job with a kustomization is built, one with a text or an object gets its variables replaced, and one with files is packed.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

type job struct {
	buildJob
	substituteJob
	packJob
}

type answer struct {
	Built   string   `json:"built"`
	Out     *string  `json:"out,omitempty"`
	Printed string   `json:"printed,omitempty"`
	Kept    []string `json:"kept"`
	Error   string   `json:"error,omitempty"`
}

func run(one job) (result answer, err error) {
	// The code of Flux panics for some input, which the controller catches as well.
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	switch {
	case one.Text != nil || one.Object != nil:
		return substitute(one.substituteJob)
	case one.Files != nil:
		result.Kept, err = pack(one.packJob)
	default:
		result.Built, err = build(one.buildJob)
	}
	return result, err
}

func main() {
	jobs := json.NewDecoder(bufio.NewReader(os.Stdin))
	answers := json.NewEncoder(os.Stdout)
	answers.SetEscapeHTML(false)
	for jobs.More() {
		var one job
		if err := jobs.Decode(&one); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		result, err := run(one)
		if err != nil {
			result = answer{Error: err.Error()}
		}
		_ = answers.Encode(result)
	}
}
