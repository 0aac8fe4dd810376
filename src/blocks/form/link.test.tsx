// @vitest-environment jsdom

import { describe, expect, it } from 'vitest';
import { definition, drawsForms, linked } from '#tests/support/drawn-form.tsx';

drawsForms();

describe('linking a form', () => {
  it('reports a form of nothing, a field twice and an input too heavy for a light form', async () => {
    const rules = async (given: object) =>
      (await linked(given)).findings.map(({ rule, pointer }) => `${rule} ${pointer}`);
    expect(await rules({ ...definition, entity: undefined })).toEqual(['form-owner /sections']);
    expect(
      await rules({ ...definition, sections: [{ id: 'a', fields: [{ id: 'title' }, { id: 'title' }] }] }),
    ).toEqual(['duplicate-field /sections/0/fields/1/id']);
    expect(
      await rules({ ...definition, light: true, sections: [{ id: 'a', fields: [{ id: 'genre' }] }] }),
    ).toEqual(['light-widget /sections/0/fields/0/id']);
  });

  it('makes plain draft-07 without anything that depends on a value', async () => {
    const { block } = await linked(definition);
    const text = JSON.stringify(block.sections);
    expect(text).not.toMatch(/oneOf|anyOf|"if"|"enum"|"required":\[/);
    expect((block.sections as readonly { schema: object }[])[0]?.schema).toMatchObject({
      type: 'object',
      properties: { title: { type: 'string', maxLength: 12 }, pages: { type: 'integer', minimum: 1 } },
    });
  });
});
