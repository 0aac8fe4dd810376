// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TextBlock } from '#src/blocks/text/text.tsx';
import { widgets } from '#src/widgets/index.ts';
import { drawScreen } from '#tests/support/drawn-screen.tsx';

afterEach(cleanup);

const volume = {
  id: 'volume',
  route: '/shelf/:dst/volume/:id',
  title: 'Volume {params.id}',
  params: [
    { id: 'dst', in: 'route', entity: 'district', title: 'District' },
    { id: 'id', in: 'route', type: 'integer' },
    { id: 'least', type: 'integer', title: 'Least pages' },
  ],
  blocks: [{ id: 'note', type: 'text', text: 'Of {params.dst}, {params.least}.' }],
};

it('print what was chosen, and not the key of what the page is about, which its title says', async () => {
  const districts = [{ id: 1, code: '001', name: 'CESSNOCK' }];
  drawScreen(volume, '/shelf/001/volume/9005025467?least=250', {
    blocks: new Map([['text', async () => TextBlock]]),
    widgets,
    call: async () => ({ districts }),
  });
  await screen.findByRole('heading', { level: 1, name: 'Volume 9005025467' });
  await screen.findByRole('button', { name: /^Least pages/ });
  const line = document.querySelector('.cad-print-line');
  await expect
    .poll(() => [...(line?.children ?? [])].map((part) => part.textContent))
    .toEqual(['District: 001 CESSNOCK', 'Least pages: 250', 'Printed by Ann Reader']);
});
