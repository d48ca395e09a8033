// A program over the client that @hey-api/openapi-ts makes of openapi.json: it plays a hand.

import { createClient, type Client } from "./generated/hey-api/client/index.js";
import {
  addPlayers,
  createLeague,
  dealHand,
  drawRound,
  getHand,
  getTable,
  issueToken,
  openRound,
  putAction,
  type ActionPost,
  type PutActionData,
} from "./generated/hey-api/index.js";

type Body = PutActionData["body"];

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

function phoneOf(baseUrl: string, token?: string): Client {
  return createClient(
    token === undefined
      ? { baseUrl, throwOnError: true }
      : { baseUrl, throwOnError: true, auth: token },
  );
}

async function main(url: string): Promise<void> {
  const throwOnError = true;
  const anyone = { client: phoneOf(url), throwOnError } as const;
  const made = await createLeague({ ...anyone, body: { name: "Tuesday club" } });
  const organiser = { client: phoneOf(url, made.data.token), throwOnError } as const;
  const league = made.data.league.league;
  const names = ["Ann", "Ben", "Cleo"];
  await addPlayers({ ...organiser, path: { league }, body: { names } });
  const drawn = await drawRound({ ...organiser, path: { league }, body: { seed: "30 November" } });
  const opened = await openRound({ ...organiser, path: { league, round: drawn.data.round } });
  const seated = opened.data.tables[0];
  if (seated === undefined) throw new Error("the round has no table");
  const phones = [];
  for (const player of seated.players) {
    const body = { kind: "player", player } as const;
    const issued = await issueToken({ ...organiser, path: { league }, body });
    phones.push({ client: phoneOf(url, issued.data.token), throwOnError } as const);
  }

  const path = { table: seated.table, hand: 1 };
  const { data: waiting } = await getHand({ ...anyone, path });
  if (waiting.status !== "open") throw new Error(`not open: ${waiting.status}`);
  const entries: number = waiting.entries.length; // only an open hand has entries
  const { data: table } = await getTable({ ...anyone, path });
  const dealer = phones[(table.next_dealer ?? 0) - 1];
  if (dealer === undefined) throw new Error("the table has no next dealer");
  await dealHand({ ...dealer, path, body: {} });

  let plays = 0;
  for (;;) {
    let acted = false;
    for (const phone of phones) {
      const { data: page } = await getHand({ ...phone, path });
      if (page.status === "open") throw new Error("the hand was dealt");
      if (page.status !== "playing") {
        if (page.winner === null) throw new Error("nobody went out");
        console.log(JSON.stringify({ status: page.status, winner: page.winner, plays, entries }));
        return;
      }
      const body: ActionPost | undefined = page.legal[0];
      if (page.awaiting !== "you" || body === undefined) continue;
      if (page.next_action === null) throw new Error("no number for the next action");
      const put = { ...path, number: page.next_action };
      const { data: receipt } = await putAction({ ...phone, path: put, body });
      if (receipt.kind !== "receipt") throw new Error(`not recorded: ${receipt.kind}`);
      acted = true;
      plays += 1;
    }
    if (!acted) throw new Error("nobody's turn");
  }
}

await main(process.argv[2] ?? "");
