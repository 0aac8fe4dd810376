// Texts that somebody might publish to do harm. The shell, the server and the browser refuse each of them.
type Screen = { readonly [key: string]: unknown };

const screen = (id: string, more: object = {}): Screen => ({
  format: 1,
  id,
  route: `/${id}`,
  title: 'Note',
  blocks: [{ id: 'a', type: 'text', text: 'Hello' }],
  ...more,
});
const leading = (to: string) => ({ buttons: [{ id: 'go', label: 'Go', on: [{ type: 'navigate', to }] }] });
const blockWhen = (visibleWhen: string) => ({ blocks: [{ id: 'a', type: 'text', text: 'x', visibleWhen }] });
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** By what they try: the file's text for a screen of an id. */
export const hostileTexts: ReadonlyMap<string, (id: string) => string> = new Map(
  Object.entries({
    'prototype keys': (id) => text(id).replace('"title"', '"__proto__": {"x": 1}, "title"'),
    'a constructor inside a block': (id) =>
      text(id).replace('"text":"Hello"', '"text":"Hello","constructor":{}'),
    'keys given twice': (id) => text(id).replace('"title"', '"title": "Twice", "title"'),
    depth: (id) => text(id).replace('"Hello"', nested(5_000)),
    length: (id) => `${text(id)}${' '.repeat(990_000)}x`,
    'half a character': (id) => text(id).replace('Hello', 'H\\ud83d'),
    'thousands of blocks': (id) =>
      written(id, {
        blocks: Array.from({ length: 6_000 }, (_, i) => ({ id: `b${i}`, type: 'text', text: 'x' })),
      }),
    'thousands of parameters': (id) =>
      written(id, { params: Array.from({ length: 8_000 }, (_, i) => ({ id: `p${i}`, type: 'integer' })) }),
    'an endless text': (id) => written(id, { title: 'x'.repeat(20_001) }),
    'a name of a hundred thousand characters': (id) =>
      written(id, { data: { ['n'.repeat(100_000)]: { sql: 'rows' } } }),
    'a script as link': (id) => written(id, leading('javascript:alert(1)')),
    'a foreign host': (id) => written(id, leading('https://example.org/')),
    'a foreign host without a scheme': (id) => written(id, leading('//example.org/')),
    'a foreign host behind backslashes': (id) => written(id, leading('/\\example.org')),
    'a foreign host behind a tab': (id) => written(id, leading('/\t/example.org')),
    'a link that begins with what is filled in': (id) =>
      written(id, leading('{user.username}{user.full_name}')),
    'encoded slashes': (id) => written(id, leading('/%2f%2fexample.org')),
    'an endless expression': (id) => written(id, blockWhen(`${'1 == 1 && '.repeat(3_000)}true`)),
    'a deep expression': (id) => written(id, blockWhen(`${'('.repeat(500)}true${')'.repeat(500)}`)),
    'an expression that calls': (id) => written(id, blockWhen('user.constructor("return 1")() == 1')),
    'a query of its own': (id) => written(id, { data: { rows: { sql: 'select 1; drop table sale' } } }),
    'a reference that ends nowhere': (id) => written(id, { blocks: [{ $ref: '#/blocks/0' }] }),
  } satisfies { readonly [name: string]: (id: string) => string }),
);

function written(id: string, more: object): string {
  return JSON.stringify(screen(id, more));
}

function text(id: string): string {
  return written(id, {});
}

/** The same sound screen in encodings that are not UTF-8; only files can have them. */
export const hostileBytes: ReadonlyMap<string, (id: string) => Uint8Array> = new Map([
  ['UTF-16', (id: string) => Buffer.from(`\ufeff${text(id)}`, 'utf16le')],
  ['a byte order mark', (id: string) => Buffer.from(`\ufeff${text(id)}`, 'utf8')],
  ['bytes that are no UTF-8', (id: string) => Buffer.from(text(id).replace('Hello', 'H\u00ff'), 'latin1')],
  ['an overlong slash', (id: string) => Buffer.concat([Buffer.from(text(id)), Buffer.from([0xc0, 0xaf])])],
]);

/** Forms whose schema would harm what compiles or runs it. */
export const hostileForms: ReadonlyMap<string, object> = new Map<string, object>([
  ['a cyclic reference', { name: { $ref: '#' } }],
  ['a catastrophic pattern', { name: { type: 'string', title: 'Name', pattern: '^(a+)+$' } }],
  ['a pattern that refers back', { name: { type: 'string', title: 'Name', pattern: '^(a)\\1$' } }],
  [
    'a pattern of counted repetitions',
    { name: { type: 'string', title: 'Name', pattern: '^(\\w{1,20} ?){1,20}$' } },
  ],
  ['a name with a dot', { 'first.name': { type: 'string', title: 'Name' } }],
  ['a name of a hundred thousand characters', { ['n'.repeat(100_000)]: { type: 'string', title: 'Name' } }],
  ['a range without a value', { age: { type: 'integer', title: 'Age', minimum: 18, maximum: 16 } }],
  [
    'five thousand properties',
    Object.fromEntries(
      Array.from({ length: 5_000 }, (_, i) => [`p${i}`, { type: 'string', title: 'P', maxLength: 9 }]),
    ),
  ],
  ['a schema within a schema', { name: { anyOf: [{ type: 'string' }, { type: 'object' }] } }],
]);

/** Linked screens as a hijacked answer might bring them to a browser. */
export const hostileAnswers: ReadonlyMap<string, (linked: Screen) => string> = new Map(
  Object.entries({
    'no screen': () => '[]',
    'a screen without blocks': (linked) => JSON.stringify({ ...linked, blocks: undefined }),
    'prototype keys': (linked) => JSON.stringify(linked).replace('{', '{"__proto__":{"x":1},'),
    depth: (linked) => JSON.stringify({ ...linked, x: 0 }).replace('"x":0', `"x":${nested(2_000)}`),
    'a hundred thousand values': (linked) =>
      JSON.stringify({ ...linked, x: Array.from({ length: 110_000 }, () => 0) }),
    'a script as link': (linked) => JSON.stringify({ ...linked, ...leading('javascript:alert(1)') }),
    'a foreign host': (linked) => JSON.stringify({ ...linked, ...leading('//example.org/x') }),
    'a foreign host behind a tab': (linked) => JSON.stringify({ ...linked, ...leading('/\t/example.org/x') }),
    'an endless text': (linked) => JSON.stringify({ ...linked, title: 'x'.repeat(20_001) }),
    'a name of a hundred thousand characters': (linked) =>
      JSON.stringify({ ...linked, data: { ['n'.repeat(100_000)]: {} } }),
    'a link that begins with what is filled in': (linked) =>
      JSON.stringify({
        ...linked,
        blocks: [{ id: 'a', type: 'tiles', link: { $text: [{ path: ['a'] }, { path: ['b'] }] } }],
      }),
    'a template to a foreign host': (linked) =>
      JSON.stringify({
        ...linked,
        blocks: [{ id: 'a', type: 'tiles', link: { $text: ['https://', { path: ['a'] }] } }],
      }),
    'an endless expression': (linked) =>
      JSON.stringify({
        ...linked,
        onOpen: [{ type: 'close', when: { $expr: '1 + '.repeat(500), over: 'screen' } }],
      }),
  } satisfies { readonly [name: string]: (linked: Screen) => string }),
);
