// What holds of every kind of file alike: the letters that it may come in, whole or nothing, the same once more and by two at
// once, another place, and headings.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import importKinds from '#schemas/codes/importKind.json' with { type: 'json' };
import { root } from '#tests/support/database-server.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { beforeSample, importSamples } from '#tests/support/import-samples.ts';
import { contentsOf, lastEntry } from '#tests/support/table-contents.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp({ screens: {}, start: '2026-11-20T02:30:00Z' });
  await server.addUser('ada', 'administrator', '*');
  token = await server.tokenOf('ada');
});
afterAll(() => server?.close());

const kinds = Object.keys(importSamples);
const lines = 3;
const sql = (text: string) => server.database.owner((client) => client.script(text));
let since = 0;
const begin = async (kind: string) => {
  await sql(beforeSample(kind, lines));
  since = await server.database.owner(lastEntry);
};
const stands = () => server.database.owner((client) => contentsOf(client, since));
/** The sentence with which it is refused; null where it is taken. */
const send = async (
  kind: string,
  bytes: Buffer,
  path = importSamples[kind]?.path,
): Promise<string | null> => {
  const { status, json, text } = await server.call('POST', path ?? '', {
    token,
    raw: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  });
  await server.context.jobs.idle();
  if (kind === 'vat') return status === 200 ? null : String(json.message);
  expect([status, text]).toEqual([200, expect.any(String)]);
  expect(json.kind === kind || json.kind === null).toBe(true);
  const job = (await server.call('GET', `/jobs/${json.job_id}`, { token })).json;
  if (job.state !== 'done') return `${job.state}: ${job.problem}`;
  const { result } = job;
  return result.fails === 0 ? null : String(result.problems[0]);
};
const fileOf = (kind: string) => Buffer.from(importSamples[kind]?.file(lines) ?? '');

describe('the kinds of file', () => {
  it('are all tried: those of imports, sales, and exceptions', () => {
    const defined = readdirSync(join(root, 'schemas/imports')).flatMap(
      (name) => /^(\w+)\.json$/.exec(name)?.[1] ?? [],
    );
    const named = importKinds.codes.map(({ code }) => code).filter((code) => code !== 'UPLOAD');
    expect(named.sort()).toEqual(['PSI', ...defined].sort());
    expect([...kinds].sort()).toEqual([...named, 'vat'].sort());
  });
});

describe.each(kinds)('a file of %s', (kind) => {
  it('is taken in UTF-8, whole, and once', async () => {
    await begin(kind);
    const empty = await stands();
    expect(await send(kind, fileOf(kind))).toBeNull();
    const full = await stands();
    expect(full).not.toEqual(empty);
    const again = await send(kind, fileOf(kind));
    if (kind === 'vat') expect(again).toContain('This file is here already');
    expect(await stands()).toEqual(full);
  });

  it('is taken in UTF-16 with its mark, or refused in a sentence that says so', async () => {
    await begin(kind);
    expect(await send(kind, fileOf(kind))).toBeNull();
    const full = await stands();
    await begin(kind);
    const empty = await stands();
    const problem = await send(kind, Buffer.from(`\uFEFF${fileOf(kind)}`, 'utf16le'));
    if (problem !== null) expect(problem).toMatch(/UTF-16.*Save it as|no text file/);
    expect(await stands()).toEqual(problem === null ? full : empty);
  });

  it.each([
    ['a byte of Latin-1', 0xb2, /UTF-8|Latin-1/],
    ['a zero byte', 0, /zero|0x00|no text file/],
  ])('with %s is read as what it says, or refused with the line', async (_, byte, said) => {
    await begin(kind);
    const empty = await stands();
    const bytes = fileOf(kind);
    const last = bytes.toString('latin1').search(/[a-z][^a-z]*$/i);
    bytes[last] = byte;
    const problem = await send(kind, bytes);
    if (problem !== null) expect(problem).toMatch(said);
    expect(isDeepStrictEqual(await stands(), empty)).toBe(problem !== null);
  });

  it('is taken once where two people send it at once', async () => {
    await begin(kind);
    expect(await send(kind, fileOf(kind))).toBeNull();
    const once = await stands();
    await begin(kind);
    const problems = await Promise.all([kind, kind].map((one) => send(one, fileOf(one))));
    expect(problems.filter((problem) => problem !== null)).toEqual(
      kind === 'vat' ? [expect.stringContaining('This file is here already')] : [],
    );
    expect(await stands()).toEqual(once);
  });

  it('is no file of another place, which says so and keeps nothing of it', async () => {
    await begin(kind);
    const empty = await stands();
    const place = kind === 'vat' ? '/imports/upload?name=exceptions.csv' : importSamples.vat?.path;
    const problem = await send(kind === 'vat' ? 'PSI' : 'vat', fileOf(kind), place);
    expect(problem).toMatch(
      kind === 'vat' ? /A sales file begins with/ : /^Line \d+: |no file of exceptions/,
    );
    expect(await stands()).toEqual(empty);
  });

  it('leaves nothing where the database fails at its end, and is taken when it comes again', async () => {
    await begin(kind);
    const empty = await stands();
    const [table, state] = kind === 'vat' ? ['vat_file', ''] : ['import_file', `when (new.state = 'done')`];
    await sql(`create function broken() returns trigger language plpgsql as $$ begin raise exception 'Broken' using errcode = '22000'; end $$;
      create constraint trigger broken after insert or update on ${table} deferrable initially deferred for each row ${state}
        execute function broken()`);
    try {
      await send(kind, fileOf(kind)).catch(() => null);
    } finally {
      await sql(`drop trigger broken on ${table}; drop function broken`);
    }
    expect(await stands()).toEqual(empty);
    expect(await send(kind, fileOf(kind))).toBeNull();
    expect(await stands()).not.toEqual(empty);
  });
});

const headed = kinds.filter((kind) => importSamples[kind]?.headed);
type Cells = readonly (readonly string[])[];
/** The sample with its cells changed; no cell of a sample holds a delimiter or a quote. */
const changed = (kind: string, change: (lines: Cells) => Cells) => {
  const rows = fileOf(kind).toString('utf8').trimEnd().split('\n');
  return Buffer.from(
    change(rows.map((row) => row.split(',')))
      .map((cells) => `${cells.join(',')}\n`)
      .join(''),
  );
};
describe.each(headed)('a file of %s under headings', (kind) => {
  it('is the same with its columns in another order and each cell in quotes', async () => {
    await begin(kind);
    expect(await send(kind, fileOf(kind))).toBeNull();
    const full = await stands();
    await begin(kind);
    const turned = changed(kind, (rows) =>
      rows.map((cells) => cells.toReversed().map((cell) => `"${cell}"`)),
    );
    expect(await send(kind, turned)).toBeNull();
    expect(await stands()).toEqual(full);
  });

  it('is refused whole with a heading that none knows, with one twice, and with a cell too many', async () => {
    await begin(kind);
    const empty = await stands();
    const misspelt = changed(kind, ([first = [], ...rows]) => [['colour', ...first.slice(1)], ...rows]);
    expect(await send(kind, misspelt)).toMatch(/heading|A sales file begins with/);
    const twice = changed(kind, ([first = [], ...rows]) => [
      [first[0] ?? '', ...first.slice(0, -1)],
      ...rows,
    ]);
    expect(await send(kind, twice)).toMatch(/stands there 2 times/);
    const longer = changed(kind, (rows) =>
      rows.map((cells, i) => (i === rows.length - 1 ? [...cells, 'more'] : cells)),
    );
    expect(await send(kind, longer)).toMatch(new RegExp(`:${lines + 1}: `));
    expect(await stands()).toEqual(empty);
  });
});
