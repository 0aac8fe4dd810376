import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rest } from './draw.ts';
import { type Expectation, type Given, judge, readExpectations, type Step, take } from './expectations.ts';
import type { Lane } from './lane.ts';
import { type Stage, setStage } from './stage.ts';
import { type Visitor, visitorAs } from './visitors.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(async () => {
  await stage?.close();
});

let added = 0;
async function visitorOf({ role = 'administrator', districts }: Given): Promise<Visitor> {
  added += 1;
  const username = `expected-${added}`;
  const allowed = districts ?? '*';
  await stage.app.addUser(username, role, allowed);
  return visitorAs(stage.app, role, username, allowed);
}

/** Everything that does not come true, and everything the browser complains of. */
async function wrongs(
  lane: Lane,
  id: string,
  { given = {}, when = [], then }: Expectation,
  seconds?: number,
  stepSeconds?: number,
): Promise<readonly string[]> {
  const screen = stage.screens.get(id);
  if (!screen) throw new Error(`Screen "${id}" is not served.`);
  const visitor = await visitorOf(given);
  const address = await stage.addresses.of(screen, visitor, given.params);
  const seat = await lane.ownSeat(visitor);
  try {
    await seat.page.setViewportSize({ width: given.width ?? 1280, height: 800 });
    seat.traffic.set(screen, { rows: given.rows ?? 'many', network: String(given.fails ?? 'ok') });
    await seat.page.goto(stage.app.url + address, { waitUntil: 'commit' });
    const found: string[] = [];
    const unrest = await rest(seat);
    if (unrest) found.push(unrest);
    for (const step of when) {
      await take(seat.page, step, stepSeconds);
      await rest(seat);
    }
    for (const claim of then) {
      const wrong = await judge(seat.page, claim, seconds);
      if (wrong) found.push(wrong);
    }
    return [...found, ...seat.complaints().map(({ text }) => text)];
  } finally {
    await seat.close();
  }
}

const undrawn =
  '; the grid draws n of its n rows, those in view: narrow it by a filter or by "Find in the grid"';

const planted: Expectation = {
  title: 'planted',
  given: { role: 'viewer', params: { dst: 'all', population: 'received' } },
  when: [{ click: 'Filters' }],
  // biome-ignore lint/suspicious/noThenProperty: the key of the definition language
  then: [
    { text: 'A text that is nowhere' },
    { noText: 'Median sale prices, all districts' },
    { heading: 'Sales' },
    { address: '/report/mediansales/*' },
    { address: '/sale/*' },
    { rows: { least: 1 } },
    { rows: { exactly: 0 } },
    { cell: 'Place', row: 1, value: 'nowhere' },
    { cell: 'Nonsense', row: 1, value: '' },
    { cell: 'Place', row: 'Nowhere', value: '' },
    { field: 'Purpose contains', value: 'x' },
    { field: 'Purpose', value: 'x' },
  ],
};

describe('expectations beside definitions', { timeout: 300_000 }, () => {
  for (const { screen, file, expectations } of readExpectations())
    for (const expectation of expectations)
      it.concurrent(`hold: ${file} ${expectation.title}`, async () => {
        expect(await stage.lanes.use((lane) => wrongs(lane, screen, expectation))).toEqual([]);
      });

  it.concurrent('are found wrong where they do not hold', async () => {
    const found = await stage.lanes.use((lane) => wrongs(lane, 'report/mediansales', planted, 0.5));
    expect(
      found.map((line) =>
        line
          .replace(/shows ".*?"/, 'shows "…"')
          .replace(/\d+ rows/, 'n rows')
          .replace(/draws \d+/, 'draws n'),
      ),
    ).toEqual([
      `"A text that is nowhere" is not seen${undrawn}`,
      '"Median sale prices, all districts" is seen',
      'the heading is "Median sale prices, all districts", not "Sales"',
      'the address is /report/mediansales/all, not /sale/*',
      'the table has n rows, not {"exactly":0}',
      '"Place" of row 1 shows "…", not "nowhere"',
      'there is no cell "Nonsense" in row 1; its headings are "Place", "Sales", "Lowest price $", "Lower quartile $", "Median price $", "Upper quartile $", "Highest price $", "Sales, year before", "Median, year before $", "Change on year" and 1 more',
      `there is no cell "Place" in row Nowhere${undrawn}`,
      '"Purpose contains" holds "", not "x"',
      expect.stringMatching(
        /^there is no input "Purpose"; there is: "Purpose contains", "Calendar year", .* more$/,
      ),
    ]);
  });

  it.concurrent('tell what is there where a step names what is not', async () => {
    const lost = (step: Step) =>
      stage.lanes.use((lane) =>
        wrongs(lane, 'report/mediansales', { ...planted, when: [{ click: 'Filters' }, step] }, 0.5, 3),
      );
    await expect(lost({ click: 'Exprot' })).rejects.toThrow(
      /^there is no button, link, tab or menu item "Exprot"; there is: "Export", (".*?", ){8}".*?" and \d+ more$/,
    );
    await expect(lost({ fill: 'Purpose', with: 'x' })).rejects.toThrow(
      /^there is no input "Purpose"; there is: "Purpose contains", "Calendar year", /,
    );
    await expect(lost({ choose: 'Grouped by', option: 'Componnt' })).rejects.toThrow(
      /^the list "Grouped by" has no entry "Componnt"; it has: "Component", /,
    );
  });
});
