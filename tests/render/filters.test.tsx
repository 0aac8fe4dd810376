// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { TextBlock } from '#src/blocks/text/text.tsx';
import { widgets } from '#src/widgets/index.ts';
import { drawScreen } from '#tests/support/drawn-screen.tsx';

afterEach(cleanup);

const blocks = new Map([['text', async () => TextBlock]]);
const shelf = {
  id: 'shelf',
  route: '/shelf',
  title: 'Shelf',
  params: [
    { id: 'genre', codes: 'genre', title: 'Genre' },
    { id: 'year', type: 'integer', format: 'baseYear', title: 'Year', default: 2022 },
    { id: 'least', type: 'integer', title: 'Least pages', default: 100 },
  ],
  blocks: [{ id: 'note', type: 'text', text: 'Books of {params.genre}, {params.year}, {params.least}.' }],
};

describe('the filters of a page', () => {
  it('say what the address asks and they do not have, and clear it', async () => {
    const page = drawScreen(shelf, '/shelf?genre=NOPE&least=5', { blocks });
    expect((await screen.findByRole('alert')).textContent).toContain('“NOPE” is none of the choices');
    expect(await screen.findByText('Books of , 2022, 5.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Clear this filter' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(page.address()).toBe('/shelf?least=5');
  });

  it('are chips where they are in force, the usual ones too, and lead to their inputs', async () => {
    drawScreen(shelf, '/shelf?least=', { blocks, widgets });
    const chips = () => screen.getAllByRole('button', { name: /: / }).map((chip) => chip.textContent);
    await screen.findByText('Books of , 2022, .');
    expect(chips()).toEqual(['Year: 2022', 'Least pages: –']);
    cleanup();
    drawScreen(shelf, '/shelf?genre=N', { blocks, widgets });
    await screen.findByText('Books of N, 2022, 100.');
    expect(chips()).toEqual(['Genre: Novel', 'Year: 2022', 'Least pages: 100']);
    await userEvent.click(screen.getByRole('button', { name: 'Year: 2022' }));
    expect(await screen.findByLabelText('Year')).toBeDefined();
  });

  it('change by a step that toggles one of their values', async () => {
    const toggling = {
      ...shelf,
      params: [{ id: 'genres', codes: 'genre', many: true, title: 'Genres' }],
      buttons: [
        { id: 'poems', label: 'Poems', on: [{ type: 'set', mode: 'toggle', params: { genres: 'P' } }] },
      ],
      blocks: [{ id: 'note', type: 'text', text: 'Books', visibleWhen: 'size(params.genres) > 0' }],
    };
    const page = drawScreen(toggling, '/shelf?genres=N', { blocks });
    await userEvent.click(await screen.findByRole('button', { name: 'Poems' }));
    await expect.poll(() => page.address()).toBe('/shelf?genres=N&genres=P');
    await userEvent.click(screen.getByRole('button', { name: 'Poems' }));
    await expect.poll(() => page.address()).toBe('/shelf?genres=N');
  });

  it('take their choices from the rows of a source, each once, and say what is none of them', async () => {
    const chosen = {
      ...shelf,
      data: { books: { sql: 'books' } },
      params: [
        {
          id: 'book',
          type: 'integer',
          title: 'Book',
          choices: { data: 'books', value: 'id', label: 'title' },
        },
      ],
      blocks: [{ id: 'note', type: 'text', text: 'Book {params.book}.' }],
    };
    const answer = {
      columns: [
        { id: 'id', type: 'integer' },
        { id: 'title', type: 'text' },
      ],
      values: [
        [1, 2, 2, null],
        ['Emma', 'Persuasion', 'Again', 'None'],
      ],
      offset: 0,
      count: 4,
      total: 4,
      limited: false,
      totals: {},
      dataset: 'both',
      run_at: '2022-07-01T00:00:00Z',
    };
    const page = drawScreen(chosen, '/shelf?book=2', { blocks, widgets, call: async () => answer });
    await userEvent.click(await screen.findByRole('button', { name: 'Book: Persuasion' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Book' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Emma', 'Persuasion']);
    await userEvent.click(screen.getByRole('option', { name: 'Emma' }));
    expect(await screen.findByText('Book 1.')).toBeDefined();
    expect(page.address()).toBe('/shelf?book=1');
    cleanup();
    drawScreen(chosen, '/shelf?book=9', { blocks, widgets, call: async () => answer });
    expect((await screen.findByRole('alert')).textContent).toContain('“9” is none of the choices');
  });
});
