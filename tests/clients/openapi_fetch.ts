// A program over what openapi-typescript makes of openapi.json: it plays a hand with openapi-fetch.

import createClient, { type Client } from "openapi-fetch";

import type { components, operations, paths } from "./generated/openapi-typescript.js";

type ActionPost = components["schemas"]["ActionPost"];
type Body = operations["putAction"]["requestBody"]["content"]["application/json"];

// What can be built, and what must not pass: an expectation that is not met is an error.
export const card: Body = { play: "10S" };
export const bid: Body = { bid: 3, seat: 2 };
export const everyFinding: Body = { waive: true };
// @ts-expect-error: there is no verb.
export const nothing: Body = {};
// @ts-expect-error: a card is a text.
export const number: Body = { play: 3 };
// @ts-expect-error: there is no such verb.
export const unknown: Body = { dance: "10S" };

function client(url: string, token?: string): Client<paths> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return createClient<paths>({ baseUrl: url, headers });
}

async function data<Data>(asked: Promise<{ data?: Data; error?: unknown }>): Promise<Data> {
  const { data, error } = await asked;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

async function main(url: string): Promise<void> {
  const anyone = client(url);
  const made = await data(anyone.POST("/v1/leagues", { body: { name: "Tuesday club" } }));
  const organiser = client(url, made.token);
  const league = { path: { league: made.league.league } };
  const names = ["Ann", "Ben", "Cleo"];
  await data(
    organiser.POST("/v1/leagues/{league}/players/bulk", { params: league, body: { names } }),
  );
  const drawn = await data(
    organiser.POST("/v1/leagues/{league}/rounds", {
      params: league,
      body: { seed: "30 November" },
    }),
  );
  const round = { path: { ...league.path, round: drawn.round } };
  const opened = await data(
    organiser.POST("/v1/leagues/{league}/rounds/{round}/open", { params: round }),
  );
  const seated = opened.tables[0];
  if (seated === undefined) throw new Error("the round has no table");
  const phones = [];
  for (const player of seated.players) {
    const issued = await data(
      organiser.POST("/v1/leagues/{league}/tokens", {
        params: league,
        body: { kind: "player", player },
      }),
    );
    phones.push(client(url, issued.token));
  }

  const hand = { path: { table: seated.table, hand: 1 } };
  const waiting = await data(anyone.GET("/v1/tables/{table}/hands/{hand}", { params: hand }));
  if (waiting.status !== "open") throw new Error(`not open: ${waiting.status}`);
  const entries: number = waiting.entries.length; // only an open hand has entries
  const table = await data(anyone.GET("/v1/tables/{table}", { params: hand }));
  const dealer = phones[(table.next_dealer ?? 0) - 1];
  if (dealer === undefined) throw new Error("the table has no next dealer");
  await data(dealer.PUT("/v1/tables/{table}/hands/{hand}", { params: hand, body: {} }));

  let plays = 0;
  for (;;) {
    let acted = false;
    for (const phone of phones) {
      const page = await data(phone.GET("/v1/tables/{table}/hands/{hand}", { params: hand }));
      if (page.status === "open") throw new Error("the hand was dealt");
      if (page.status !== "playing") {
        if (page.winner === null) throw new Error("nobody went out");
        console.log(JSON.stringify({ status: page.status, winner: page.winner, plays, entries }));
        return;
      }
      const body: ActionPost | undefined = page.legal[0];
      if (page.awaiting !== "you" || body === undefined) continue;
      if (page.next_action === null) throw new Error("no number for the next action");
      const receipt = await data(
        phone.PUT("/v1/tables/{table}/hands/{hand}/actions/{number}", {
          params: { path: { ...hand.path, number: page.next_action } },
          body,
        }),
      );
      if (receipt.kind !== "receipt") throw new Error(`not recorded: ${receipt.kind}`);
      acted = true;
      plays += 1;
    }
    if (!acted) throw new Error("nobody's turn");
  }
}

await main(process.argv[2] ?? "");
