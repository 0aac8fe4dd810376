// What the page of every record of the office has, beside its own fields.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './fixture.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Page, entity, its notes, and whether it lies at an address. */
const pages = [
  ['sale/record', 'sale', 'internal_notes', true],
  ['anly/record', 'analysis', 'internal_notes', true],
  ['prop/record', 'property', 'values_rationale', true],
  ['supp/record', 'supp', 'notes', true],
  ['prop/worksheet', 'worksheet', 'notes', false],
  ['clpr/record', 'crownProperty', 'notes', false],
  ['clpa/record', 'crownParcel', 'notes', false],
  ['clte/record', 'tenure', 'notes', false],
  ['clla/record', 'lamcValuation', 'notes', false],
] as const;

/** The fields of every form in a definition, however deep it lies. */
const formFields = (node: unknown): readonly unknown[] => {
  if (typeof node !== 'object' || node === null) return [];
  const { type, sections } = node as { readonly type?: string; readonly sections?: readonly object[] };
  if (type !== 'form') return Object.values(node).flatMap(formFields);
  return (sections ?? [])
    .flatMap((section) => (section as { readonly fields?: readonly unknown[] }).fields ?? [])
    .map((field) => (field as { readonly id?: string }).id ?? field);
};

describe.each(pages)('the page %s', (page, entity, notes) => {
  const text = read(`screens/${page}.json`);
  const screen = JSON.parse(text) as { readonly paper?: object };

  it('has attachments, history and a page for paper', () => {
    expect(text).toContain('"fragment": "attachments"');
    expect(text).toContain('"type": "history"');
    expect(screen.paper).toBeDefined();
  });

  it('has notes as formatted text in its form', () => {
    const { properties } = JSON.parse(read(`schemas/entities/${entity}.json`)) as {
      readonly properties: { readonly [field: string]: { readonly format?: string } };
    };
    expect(properties[notes]?.format).toBe('richText');
    expect(formFields(screen)).toContain(notes);
  });
});

it.each(pages.filter(([, , , placed]) => placed))('the page %s has a picture of the street', (page) => {
  expect(read(`screens/${page}.json`)).toContain('"type": "street-view"');
});
