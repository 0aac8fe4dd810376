// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { bookEntity } from '#tests/support/book.ts';
import {
  book,
  definition,
  draw,
  drawsForms,
  linked,
  over,
  save,
  stored,
  type,
} from '#tests/support/drawn-form.tsx';

drawsForms();

const rule = {
  id: 'pages_for_copies',
  when: over('!form.lent'),
  expr: over('form.pages >= form.copies'),
  message: 'More copies than pages. Change one.',
  level: 'error' as const,
  fields: ['pages', 'copies'],
};
const doubt = {
  id: 'many_copies',
  when: null,
  expr: over('form.copies < 100.0'),
  message: 'A hundred copies or more.',
  level: 'warning' as const,
  fields: ['copies'],
};
const entity = bookEntity(Object.values(book.fields), { check: [doubt] });
const given = { ...definition, check: [rule] };

describe('rules between fields', () => {
  it('stop a save at every field that they name, while they are asked', async () => {
    const { acts } = await draw({ given });
    await type(/^Copies/, '400');
    await save();
    expect(acts).toEqual([]);
    expect(within(screen.getByRole('alert')).getAllByText(/^(Pages|Copies): More copies/)).toHaveLength(2);
    expect(screen.getByLabelText(/^Pages/).getAttribute('aria-invalid')).toBe('true');
    await userEvent.click(screen.getByLabelText(/^Lent/));
    await type(/^Reader/, 'Ann');
    await save();
    expect(acts).toHaveLength(1);
  });

  it('do not stop a save that has nothing to do with them', async () => {
    const { acts } = await draw({ given, record: { ...stored, copies: 400 } });
    await type(/^Title/, 'Emma 2');
    await save();
    expect(acts[0]?.form).toMatchObject({ title: 'Emma 2' });
  });

  it('of the record type hold in every form over it', async () => {
    const { block } = await linked(definition, entity);
    expect(block.check).toEqual([expect.objectContaining({ id: 'many_copies', fields: ['copies'] })]);
    const { block: without } = await linked(
      { ...definition, sections: [{ id: 'a', fields: [{ id: 'title' }] }] },
      entity,
    );
    expect(without.check).toEqual([]);
  });

  it('may not have the name of one of the record type', async () => {
    const { findings } = await linked({ ...definition, check: [{ ...doubt, when: undefined }] }, entity);
    expect(findings.map(({ rule: id, pointer }) => `${id} ${pointer}`)).toEqual(['duplicate-id /check/0/id']);
  });
});

describe('a warning', () => {
  it('is shown while typing and asked about once when saving', async () => {
    const { acts } = await draw({ over: entity });
    await type(/^Copies/, '100');
    expect(screen.getByText(/A hundred copies or more/)).toBeDefined();
    await save();
    expect(acts).toEqual([]);
    const summary = screen.getByRole('alert');
    expect(within(summary).getByText('Is this meant?')).toBeDefined();
    expect(document.activeElement).toBe(summary);
    await userEvent.click(within(summary).getByRole('button', { name: 'Save all the same' }));
    await waitFor(() => expect(acts).toHaveLength(1));
    expect(acts[0]?.form).toMatchObject({ copies: 100 });
  });

  it('is asked about again after it went away and came back', async () => {
    const { acts } = await draw({ over: entity });
    await type(/^Copies/, '100');
    await save();
    await type(/^Copies/, '5');
    await type(/^Copies/, '200');
    await save();
    expect(acts).toEqual([]);
    await save();
    expect(acts).toHaveLength(1);
  });

  it('about what is stored already does not ask', async () => {
    const { acts } = await draw({ over: entity, record: { ...stored, copies: 100 } });
    await type(/^Title/, 'Emma 2');
    await save();
    expect(acts).toHaveLength(1);
  });
});
