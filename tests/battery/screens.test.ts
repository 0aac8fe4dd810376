// Every definition is a test case: drawn in a real browser, on demo data, in three combinations of many factors.
// `npm test` draws one of them, as it lands a change, and of what may not be seen one page a role; `npm run test:all`
// (CADASTRE_BATTERY=all) draws four, CADASTRE_BATTERY=pairs each definition in all of its pairwise combinations and for
// everybody who may not see it; CADASTRE_SEED chooses others.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NoRecordYet } from '#scripts/screens/addresses.ts';
import type { LinkedScreen } from '#src/core/linked.ts';
import { draw } from './draw.ts';
import { type Case, caseOf, caseText, factorsOf, signedOut } from './factors.ts';
import { takeSeat } from './lane.ts';
import { allPairs, pairwise, spread } from './pairwise.ts';
import { outcomeOf, type Stage, screenIds, setStage } from './stage.ts';
import { type Tally, tallyOf } from './tally.ts';
import { callAs, type Visitor, visitorAs } from './visitors.ts';

const pairs = process.env.CADASTRE_BATTERY === 'pairs';
const all = process.env.CADASTRE_BATTERY === 'all';
const seed = Number(process.env.CADASTRE_SEED ?? 1840);
const landing = process.env.CADASTRE_TESTS === 'landing';
const perScreen = landing ? 1 : all ? 4 : 3;

let stage: Stage;
let plan: ReadonlyMap<string, readonly Case[]>;
let tally: Tally;

function visitorOf(role: string): Visitor {
  const visitor = stage.visitors.get(role);
  if (!visitor) throw new Error(`Nobody has the role "${role}".`);
  return visitor;
}

function screenOf(id: string): LinkedScreen {
  const screen = stage.screens.get(id);
  if (!screen) throw new Error(`Screen "${id}" is not served.`);
  return screen;
}

function rolesWith(screen: LinkedScreen, drawn: boolean): readonly string[] {
  return [...stage.visitors.values()]
    .filter((visitor) => (outcomeOf(screen, visitor) === 'drawn') === drawn)
    .map(({ role }) => role);
}

/**
 * Who is drawn at the address of a screen that is not for them: one, or everybody. What they see has nothing of the
 * screen in it, so that a landing draws each of them once; what the server gives them is asked of every screen.
 */
function refusedAt(screen: LinkedScreen, i: number, met: Set<string>): readonly string[] {
  const kept = rolesWith(screen, false);
  if (pairs) return kept;
  const way = (role: string) => `${role} ${outcomeOf(screen, visitorOf(role))}`;
  const asked = landing
    ? kept.filter((role) => !met.has(way(role)))
    : kept.slice(i % Math.max(1, kept.length));
  const [first] = asked;
  if (first === undefined) return [];
  met.add(way(first));
  return [first];
}

/** The drawn combinations of every screen; who may not see it comes last, in a case or in one for each. */
function planned(): ReadonlyMap<string, readonly Case[]> {
  const met = new Set<string>();
  const subjects = screenIds.map((id) => ({
    id,
    factors: factorsOf(screenOf(id), rolesWith(screenOf(id), true)),
  }));
  const few = pairs ? null : spread(subjects, perScreen, seed);
  return new Map(
    subjects.map(({ id, factors }, i) => {
      const drawn = few?.get(id) ?? pairwise(factors, seed + i);
      const plain = refusedAt(screenOf(id), i, met).map((role, n) => ({
        role,
        rows: 'many',
        network: 'ok',
        view: ['desktop', 'narrow', 'zoomed'][(i + n) % 3] ?? 'desktop',
        scheme: (i + n) % 2 === 0 ? 'light' : 'dark',
        input: 'pointer',
        parts: 'closed',
      }));
      return [id, [...drawn.map(caseOf), ...plain]];
    }),
  );
}

beforeAll(async () => {
  stage = await setStage();
  tally = tallyOf(
    new Set(screenIds.flatMap((id) => [...allPairs(factorsOf(screenOf(id), rolesWith(screenOf(id), true)))])),
  );
  plan = planned();
  console.log(`The battery's seed is ${seed}; CADASTRE_SEED chooses another.`);
});

afterAll(async () => {
  if (tally) console.log(tally.table(pairs ? 'All combinations' : `Combinations a definition: ${perScreen}`));
  await stage?.close();
});

async function drawCase(id: string, drawn: Case): Promise<readonly string[]> {
  const screen = screenOf(id);
  // A page that ends the session gets one of its own.
  const ending = screen.onOpen.length > 0 && drawn.role !== signedOut;
  const visitor = visitorOf(drawn.role);
  const address = await stage.addresses.of(screen, visitor).catch((cause: unknown) => {
    if (!(cause instanceof NoRecordYet)) throw cause;
    console.log(`${id} is not drawn for ${drawn.role}: ${cause.message} server/database/demo fills it.`);
    return null;
  });
  // A type that the demo has no record of is no fault of its page.
  if (address === null) return [];
  const findings = await stage.lanes.use(async (lane) => {
    if (!ending)
      return draw(
        await lane.seat(visitor),
        screen,
        stage.app.url + address,
        drawn,
        outcomeOf(screen, visitor),
      );
    const username = `battery-${drawn.role}-${Math.random().toString(36).slice(2)}`;
    await stage.app.addUser(username, drawn.role, '*');
    const own = await visitorAs(stage.app, drawn.role, username, '*');
    const seat = await takeSeat(stage.browser, stage.app.url, own);
    try {
      return await draw(seat, screen, stage.app.url + address, drawn, outcomeOf(screen, own));
    } finally {
      await seat.close();
    }
  });
  tally.add({ ...drawn });
  return findings.map(({ kind, text }) => `${address} ${caseText(drawn)}: ${kind}: ${text}`);
}

describe('every definition', () => {
  it.concurrent.each(screenIds)(
    'is drawn without fault: %s',
    async (id) => {
      const found: string[] = [];
      await Promise.all(
        (plan.get(id) ?? []).map(async (drawn) => found.push(...(await drawCase(id, drawn)))),
      );
      if (all) console.log([`${id}: ${plan.get(id)?.length} drawings`, ...found].join('\n'));
      expect(found.toSorted()).toEqual([]);
    },
    3_600_000,
  );

  it.each(screenIds)('gives neither itself nor data to who may not see it: %s', async (id) => {
    const screen = screenOf(id);
    const given: string[] = [];
    for (const role of rolesWith(screen, false)) {
      const visitor = visitorOf(role);
      if (outcomeOf(screen, visitor) === 'home') continue;
      const calls = [
        callAs(stage.app, visitor, 'GET', `/definitions/${stage.hashes.get(id)}`),
        ...Object.values(screen.data)
          .filter(({ kind }) => kind !== 'operation')
          .map((source) => callAs(stage.app, visitor, 'POST', '/query', { screen: id, source: source.id })),
      ];
      for (const answer of await Promise.all(calls)) {
        await answer.arrayBuffer();
        if (![401, 403, 404].includes(answer.status))
          given.push(`${role}: ${answer.url} answers ${answer.status}`);
      }
    }
    expect(given).toEqual([]);
  });
});
