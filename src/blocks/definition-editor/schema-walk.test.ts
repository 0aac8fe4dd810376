import { readdirSync, readFileSync } from 'node:fs';
import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { marksOf } from './completion.ts';
import { formatted } from './formatted.ts';
import { placeAt, valueSoFar } from './json-place.ts';
import { helpAt, namesAt, type Schema, valuesAt } from './schema-walk.ts';

const schema = JSON.parse(readFileSync('schemas/meta/screen.schema.json', 'utf8')) as Schema;

/** Milliseconds to read a text in, however slow the machine is. */
const unhurried = 600_000;

/** The text without its `|`, and where it stood. */
function at(marked: string) {
  const offset = marked.indexOf('|');
  const state = EditorState.create({ doc: marked.replace('|', ''), extensions: [json()] });
  return { state, place: placeAt(state, offset, unhurried), document: valueSoFar(state, unhurried) };
}

const namesIn = (marked: string) => {
  const { place, document } = at(marked);
  return namesAt(schema, document, place?.path ?? [], []).map(({ name }) => name);
};

describe('what may be written', () => {
  it('is known at the top, in a block of its type and in an action', () => {
    expect(namesIn('{ "|" }')).toEqual(expect.arrayContaining(['route', 'blocks', 'data']));
    const grid = namesIn('{ "blocks": [ { "type": "grid", "|" } ] }');
    expect(grid).toEqual(expect.arrayContaining(['columns', 'rowKey', 'visibleWhen']));
    expect(namesIn('{ "blocks": [ { "type": "text", "|" } ] }')).not.toContain('columns');
    expect(namesIn('{ "buttons": [ { "on": [ { "type": "navigate", "|" } ] } ] }')).toContain('to');
  });

  it('is known at the end of a text that takes longer to read than the first look at it', () => {
    const long = '{ "type": "text", "text": "A page" }, '.repeat(20_000);
    expect(at(`{ "blocks": [ ${long} { "type": "|" } ] }`).place).toMatchObject({
      part: 'value',
      path: ['blocks', 20_000, 'type'],
    });
  });

  it('is known of values: closed lists, switches and examples', () => {
    const { place, document } = at('{ "blocks": [ { "type": "|" } ] }');
    expect(place?.part).toBe('value');
    const offers = valuesAt(schema, document, place?.path ?? []);
    expect(offers.map(({ value }) => value)).toEqual(expect.arrayContaining(['grid', 'chart']));
    expect(valuesAt(schema, { dataset: null }, ['dataset']).map(({ value }) => value)).toEqual(
      expect.arrayContaining([true, false]),
    );
  });

  it('is explained', () => {
    const help = helpAt(schema, { blocks: [{ type: 'grid' }] }, ['blocks', 0, 'freeze']);
    expect(help?.description).toMatch(/columns/);
    expect(helpAt(schema, { blocks: [{ type: 'grid' }] }, ['blocks', 0, 'frieze'])).toBeNull();
  });
});

describe('the place in an unfinished text', () => {
  it.each([
    ['{ "a": | }', 'value', ['a']],
    ['{ "a": [1, | ] }', 'value', ['a', 1]],
    ['{ "a": { "b": 1, | } }', 'name', ['a']],
    ['{ "a": { "b": "x|" } }', 'value', ['a', 'b']],
    ['{ "a": [ { "b|": 1 } ] }', 'name', ['a', 0]],
  ] as const)('is found in %s', (text, part, path) => {
    const { place } = at(text);
    expect([place?.part, place?.path]).toEqual([part, path]);
  });
});

describe('findings in the text', () => {
  it('mark the wrong word and offer the near one', () => {
    const { state } = at('{ "type": "gird" }|');
    const [mark] = marksOf(state, [
      {
        file: 'a.json',
        line: 1,
        column: 11,
        severity: 'error',
        rule: 'unknown-block',
        message: 'Block type "gird" is unknown.',
        pointer: '/type',
        suggestion: 'Did you mean "grid"?',
      },
    ]);
    expect(state.sliceDoc(mark?.from, mark?.to)).toBe('"gird"');
    expect(mark?.actions?.map(({ name }) => name)).toEqual(['Replace by grid']);
  });

  it('stay inside a text that is shorter by now', () => {
    const { state } = at('{}|');
    const [mark] = marksOf(state, [
      { file: 'a.json', line: 90, column: 40, severity: 'error', rule: 'r', message: 'm', pointer: '' },
    ]);
    expect([mark?.from, mark?.to]).toEqual([2, 2]);
  });
});

describe('formatting', () => {
  it('writes every definition as the repository does', () => {
    const files = readdirSync('screens', { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.json'),
    );
    expect(files.length).toBeGreaterThan(200);
    for (const file of files) {
      const text = readFileSync(`screens/${file}`, 'utf8');
      expect(formatted(JSON.stringify(JSON.parse(text))), file).toBe(text);
    }
  });

  it('leaves what is no JSON', () => {
    expect(formatted('{')).toBeNull();
  });
});
