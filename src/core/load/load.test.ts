import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { loadDefinition } from './load.ts';

function place(text: string, pointer: string) {
  const { loaded } = loadDefinition({ path: 'screens/a.json', bytes: text });
  return loaded?.at(pointer);
}

describe('loading a definition', () => {
  it('keeps the value and the places of its parts', () => {
    const text = '{\n  "a": [1, { "b/c": "x" }]\n}';
    const { loaded } = loadDefinition({ path: 'screens/a.json', bytes: text });
    expect(loaded?.json).toEqual({ a: [1, { 'b/c': 'x' }] });
    expect(loaded?.at('/a/1/b~1c')).toEqual({ line: 2, column: 21 });
    expect(loaded?.keyAt('/a/1/b~1c')).toEqual({ line: 2, column: 14 });
  });

  it('answers the nearest ancestor for what is not there', () => {
    expect(place('{\n  "a": {}\n}', '/a/b/c')).toEqual({ line: 2, column: 8 });
  });

  it('counts escapes inside a text', () => {
    const { loaded } = loadDefinition({ path: 'screens/a.json', bytes: '{ "a": "x\\u0041\\n!" }' });
    expect(loaded?.inText('/a', 3)).toEqual({ line: 1, column: 18 });
  });

  it('refuses a file that is too large before anything reads it', () => {
    const { loaded, diagnostics } = loadDefinition({
      path: 'screens/a.json',
      bytes: new Uint8Array(limits.bytes + 1),
    });
    expect(loaded).toBeNull();
    expect(diagnostics.map(({ rule }) => rule)).toEqual(['too-large']);
  });

  it.each([
    ['a comment', '{ /* no */ "a": 1 }'],
    ['a trailing comma', '{ "a": [1,] }'],
    ['nothing', ''],
    ['two values', '{} {}'],
    ['single quotes', "{ 'a': 1 }"],
    ['NaN', '{ "a": NaN }'],
  ])('refuses %s', (_, text) => {
    const { loaded, diagnostics } = loadDefinition({ path: 'screens/a.json', bytes: text });
    expect(loaded).toBeNull();
    expect(diagnostics.map(({ rule }) => rule)).toEqual(['json-syntax']);
  });

  it('refuses 100,000 brackets without overflowing', () => {
    const { diagnostics } = loadDefinition({ path: 'screens/a.json', bytes: '['.repeat(100_000) });
    expect(diagnostics.map(({ rule, column }) => ({ rule, column }))).toEqual([
      { rule: 'too-deep', column: 41 },
    ]);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('refuses the name %s at any depth', (name) => {
    const { diagnostics } = loadDefinition({ path: 'screens/a.json', bytes: `{ "a": [{ "${name}": {} }] }` });
    expect(diagnostics.map(({ rule }) => rule)).toEqual(['forbidden-key']);
  });
});
