// Reports with one fault each, and one without: what is promised of figures is missed where it is not kept.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { formatDiagnostic } from '#src/core/diagnostic.ts';
import type { Row } from '#src/core/values.ts';
import { screenFiles, startTestApp, type TestServer } from '#tests/support/http.ts';
import { figuresOf, open, proveFigures, rowsOf } from './prove-figures.ts';
import { forgottenParameters, unmarkedSamples, withoutUse } from './report-faults.ts';

const library = join(dirname(fileURLToPath(import.meta.url)), 'planted');
const id = 'report/planted';
const params: Row = { dst: '001', year: 2025 };

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp({ demo: true });
  token = await server.tokenOf('admin');
});
afterAll(() => server?.close());

/** The sound report with the files of `fault` laid over it. */
async function plant(fault: string | null): Promise<void> {
  const layers = fault === null ? ['sound'] : ['sound', fault];
  const files = layers.flatMap((layer) =>
    filesUnder(join(library, layer), 'screens', /\.(json|sql)$/).map((path): readonly [string, string] => [
      path,
      readFileSync(join(library, layer, path), 'utf8'),
    ]),
  );
  await server.reload(screenFiles(Object.fromEntries(files)));
}

const of = (source: string) => ({ server, token, screen: id, source, params });

/** Everything that is said against the planted report, of the checker and of the proofs. */
async function faults(): Promise<readonly string[]> {
  const { diagnostics, screens } = server.context.definitions.current();
  const told = diagnostics.map(formatDiagnostic);
  const ready = screens.get(id);
  if (!ready) return told;
  const proved: string[] = [];
  for (const source of ready.sql.keys()) proved.push(...(await proveFigures(of(source))).faults);
  return [...told, ...forgottenParameters(server, id), ...unmarkedSamples(server, id), ...proved];
}

const planted = readdirSync(library)
  .filter((name) => name !== 'sound')
  .sort();

describe('a planted report', () => {
  it('without a fault has none found, greys rows of few cases and opens the rows of each figure', async () => {
    await plant(null);
    expect(await faults()).toEqual([]);
    for (const source of ['places', 'months']) {
      const rows = await rowsOf(of(source));
      if (source === 'places') expect(rows.some(({ sales }) => Number(sales) < 5)).toBe(true);
      const [key = ''] = figuresOf({ server, screen: id, source })?.keys ?? [];
      const [row] = rows;
      const opened = await open(of(source), 'median_price', [{ column: key, value: row?.[key] }]);
      expect(opened.json).toMatchObject({ prefix: 'sale', records: row?.sales });
    }
  });

  it.each(planted)('has exactly its fault found: %s', async (fault) => {
    await plant(fault);
    const expected = readFileSync(join(library, fault, 'expected.txt'), 'utf8').trimEnd();
    expect((await faults()).join('\n')).toBe(expected);
  });

  it('is there for every promise', () => {
    const promises = new Set(planted.map((name) => name.split('.')[0]));
    expect([...promises]).toEqual([
      ...['forbidden-target', 'forgotten-parameter', 'hidden-row-key', 'small-sample', 'two-meanings'],
    ]);
    expect(planted.every((name) => existsSync(join(library, name, 'expected.txt')))).toBe(true);
  });
});

describe('the reports of the office', () => {
  it('forget no parameter and tell where a figure rests on few cases', async () => {
    await server.reload([]);
    const reports = [...server.context.definitions.current().screens.keys()].filter((screen) =>
      screen.startsWith('report/'),
    );
    expect(reports.length).toBeGreaterThanOrEqual(12);
    expect(
      reports.flatMap((report) => [
        ...forgottenParameters(server, report),
        ...unmarkedSamples(server, report),
      ]),
    ).toEqual([]);
  });

  it('excuse no parameter that their query reads', () => {
    const { screens } = server.context.definitions.current();
    for (const [place, names] of Object.entries(withoutUse)) {
      const [screen = '', source = ''] = place.split(' ');
      const { sql } = screens.get(screen)?.sql.get(source) ?? {};
      expect(sql, place).toBeDefined();
      expect(
        names.filter((name) => sql?.names.includes(name)),
        place,
      ).toEqual([]);
    }
  });
});
