// @vitest-environment jsdom
import { cleanup, configure, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { TextBlock } from '#src/blocks/text/text.tsx';
import { widgets } from '#src/widgets/index.ts';
import { drawScreen } from '#tests/support/drawn-screen.tsx';

afterEach(cleanup);
// Parts load when first used; a slow machine must not fail a test.
configure({ asyncUtilTimeout: 20_000 });

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
    expect(page.address()).toBe('/shelf?genres=N&genres=P');
    await userEvent.click(screen.getByRole('button', { name: 'Poems' }));
    expect(page.address()).toBe('/shelf?genres=N');
  });
});
