// Every kind of file that is known, brought to every place of every screen that takes a file: one sentence says what it is and
// where it goes, and nothing of it is kept.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '#tests/server/import/zip-of.ts';
import { root } from '#tests/support/database-server.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { beforeSample, importSamples } from '#tests/support/import-samples.ts';
import { sendFile } from '#tests/support/sent-file.ts';

interface Form {
  readonly page: string;
  readonly title: string | null;
  readonly operation: string;
  /** The one that an import is asked for. */
  readonly kind: string | null;
}

/** Every block that takes a file, of every screen and fragment. */
function formsIn(json: unknown, page: string): readonly Form[] {
  if (typeof json !== 'object' || json === null) return [];
  const block: Record<string, unknown> = { ...json };
  const inside = Object.values(block).flatMap((each) => formsIn(each, page));
  if (block.type !== 'upload') return inside;
  const kind = Reflect.get(Object(block.query), 'kind');
  const form = {
    page,
    title: typeof block.title === 'string' ? block.title : null,
    operation: String(block.operation),
    kind: typeof kind === 'string' ? kind : null,
  };
  return [form, ...inside];
}

const forms = readdirSync(join(root, 'screens'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json') && !file.endsWith('.test.json'))
  .flatMap((file) => {
    const screen = JSON.parse(readFileSync(join(root, 'screens', file), 'utf8'));
    return formsIn(screen, String(screen.title ?? screen.id));
  });

const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('0010JFIF')]);
const files: { readonly [kind: string]: Buffer } = {
  ...Object.fromEntries(
    Object.entries(importSamples).map(([kind, { file }]) => [kind, Buffer.from(file(3))]),
  ),
  pids: Buffer.from('PID\r\n1\r\n2\r\n'),
  photo,
  pdf: Buffer.from('%PDF-1.7\n'),
};
const kinds = Object.keys(files);

/** The kinds that a place takes, and its address. A new operation that takes files is to be named here. */
const places: {
  readonly [operation: string]: {
    readonly path: string;
    readonly takes: (kind: string, form: Form) => boolean;
  };
} = {
  'import.upload': {
    path: '/imports/upload?name=file',
    takes: (kind, form) =>
      form.kind === null ? !['vat', 'pids', 'photo', 'pdf'].includes(kind) : kind === form.kind,
  },
  'vat.upload': { path: '/vat/upload?name=file', takes: (kind) => kind === 'vat' },
  'handoff.upload': { path: '/handoffs/upload?name=file', takes: (kind) => kind === 'pids' },
  'photo.upload': { path: '/photos/upload?name=file', takes: (kind) => kind === 'photo' },
  'attachment.upload': {
    path: '/attachments/upload?name=file&item_type=PR&item_id=1',
    takes: (kind) => ['photo', 'pdf'].includes(kind),
  },
};
const takes = (form: Form, kind: string) => places[form.operation]?.takes(kind, form) ?? false;

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp();
  await server.addUser('ada', 'administrator', '*');
  token = await server.tokenOf('ada');
  await server.database.owner((client) => client.script(beforeSample('PSI', 3)));
});
afterAll(() => server?.close());

const bring = (form: Form, bytes: Buffer) => {
  const path = places[form.operation]?.path ?? form.operation;
  return server.call('POST', form.kind === null ? path : `${path}&kind=${form.kind}`, {
    token,
    raw: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  });
};
const kept = async () =>
  (
    await server.database.owner((client) =>
      client.query(`select (select count(*) from import_file) + (select count(*) from job) + (select count(*) from vat_file)
        + (select count(*) from handoff_log) + (select count(*) from attachment) as n`),
    )
  ).rows;

const sentence = /^This file is “([^”]+)”, which goes to ([^.;]+); nothing of it was taken\.$/;

it('the places that take files are all known here', () => {
  expect([...new Set(forms.map(({ operation }) => operation))].sort()).toEqual(Object.keys(places).sort());
  expect(
    forms
      .filter(({ operation }) => operation === 'import.upload')
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual([null, 'crown_parcels', 'lamc', 'tenures'].sort());
});

const distinct = [...new Map(forms.map((form) => [`${form.operation} ${form.kind ?? ''}`.trim(), form]))];
describe.each(distinct)('at %s', (_, form) => {
  it.each(kinds.filter((kind) => !takes(form, kind)))('%s is told, with where it goes', async (kind) => {
    const empty = await kept();
    const { status, json } = await bring(form, files[kind] ?? Buffer.alloc(0));
    expect([status, json.message]).toEqual([422, expect.stringMatching(sentence)]);
    const [, , place = ''] = sentence.exec(json.message) ?? [];
    const [, page] = /the page “([^”]+)”/.exec(place) ?? [];
    const [, block] = /^“([^”]+)” on/.exec(place) ?? [];
    const there = forms.filter(
      (one) => takes(one, kind) && (!page || one.page === page) && (!block || one.title === block),
    );
    expect(there).not.toEqual([]);
    expect(await kept()).toEqual(empty);
  });
});

describe('in a zip', () => {
  const names: { readonly [kind: string]: string } = {
    PSI: 'a.DAT',
    parcels: 'a.geojson',
    lots: 'a.geojson',
  };
  const panel = forms.find(({ kind }) => kind === 'lamc') as Form;
  it.each(kinds.filter((kind) => !['lamc', 'pids', 'photo', 'pdf'].includes(kind)))(
    '%s is told where LAMC data are wanted, also behind such a file',
    async (kind) => {
      const empty = await kept();
      const other = { [names[kind] ?? 'a.csv']: files[kind] ?? Buffer.alloc(0) };
      for (const zip of [
        await zipOf(other),
        await zipOf({ 'first.csv': files.lamc ?? Buffer.alloc(0), ...other }),
      ]) {
        const { status, json } = await bring(panel, zip);
        expect([status, json.message]).toEqual([422, expect.stringMatching(sentence)]);
      }
      expect(await kept()).toEqual(empty);
    },
  );

  it('what no import reads is refused alone, and the rest is taken', async () => {
    const zip = await zipOf({
      'a.DAT': files.PSI ?? Buffer.alloc(0),
      'exceptions.csv': files.vat ?? Buffer.alloc(0),
    });
    const { result } = await sendFile(server, token, 'both.zip', zip);
    expect(result).toMatchObject({ files: 2, fails: 1, counts: { new: 3 } });
    expect(result.problems).toEqual([
      'exceptions.csv: This file is “VAT exceptions”, which goes to the page “VAT exceptions”; nothing of it was taken.',
    ]);
  });

  it('one that is broken is told as that, not as another kind', async () => {
    const { result } = await sendFile(
      server,
      token,
      'a.zip',
      Buffer.from('PK\u0003\u0004broken'),
      '&kind=lamc',
    );
    expect(result.problems[0]).toMatch(/^a\.zip: .*zip/i);
  });
});
