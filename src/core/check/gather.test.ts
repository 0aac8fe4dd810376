import { describe, expect, it } from 'vitest';
import { checkValue, type Finding } from './check-value.ts';
import { scattered } from './gather.ts';
import type { SchemaNode } from './schema.ts';

const channel: SchemaNode = {
  type: 'object',
  'x-shorthand': 'field',
  additionalProperties: false,
  properties: { field: { type: 'string' }, bin: { type: 'boolean' } },
};
const spec: SchemaNode = {
  type: 'object',
  'x-gather': 'encoding',
  additionalProperties: false,
  properties: {
    mark: { type: 'string' },
    encoding: { type: 'object', additionalProperties: false, properties: { x: channel, y: channel } },
    x: { 'x-gathered': true },
    y: { 'x-gathered': true },
  },
};
const block: SchemaNode = {
  type: 'object',
  'x-gather': 'spec',
  'x-needs': ['spec'],
  additionalProperties: false,
  properties: { title: { type: 'string' }, spec, mark: { 'x-gathered': true }, x: { 'x-gathered': true } },
};

function check(value: object) {
  const findings: Finding[] = [];
  const language = { meta: {}, blocks: new Map(), actions: new Map(), widgets: new Map() } as never;
  const context = { language, root: block, report: (finding: Finding) => findings.push(finding) };
  return { checked: checkValue(value as never, block, '', context), findings };
}

describe('members that stand beside their object', () => {
  const whole = { title: 'Books', spec: { mark: 'bar', encoding: { x: { field: 'a' }, y: { field: 'b' } } } };

  it('are inside it once they are checked, however many of the objects are left out', () => {
    for (const given of [
      whole,
      { title: 'Books', spec: { mark: 'bar', x: 'a', y: 'b' } },
      { title: 'Books', mark: 'bar', x: 'a', y: 'b' },
      { title: 'Books', mark: 'bar', x: 'a', spec: { encoding: { y: 'b' } } },
    ])
      expect(check(given)).toEqual({ checked: whole, findings: [] });
    expect(scattered(scattered(whole, block), spec)).toEqual({
      title: 'Books',
      mark: 'bar',
      x: { field: 'a' },
      y: { field: 'b' },
    });
  });

  it('have their findings where they were written', () => {
    expect(check({ mark: 'bar', x: { feild: 'a' } }).findings).toMatchObject([
      { pointer: '/x/feild', rule: 'unknown-key', suggestion: 'Did you mean "field"?' },
    ]);
    expect(check({ mark: 'bar', x: 'a', spec: { mark: 'bar' } }).findings).toMatchObject([
      { pointer: '/mark', rule: 'unknown-key' },
    ]);
    expect(check({ title: 'Books' }).findings).toMatchObject([{ pointer: '', rule: 'missing-key' }]);
  });
});
