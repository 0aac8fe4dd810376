// A search over the book, drawn on a spine that writes down what was asked of it.
import { cleanup, render } from '@testing-library/react';
import { afterEach } from 'vitest';
import type { EntityField } from '#src/core/entity.ts';
import type { BlockFinding } from '#src/core/link/block-linker.ts';
import type { LinkedAction, LinkedBlock, LinkedScreen } from '#src/core/linked.ts';
import type { ActOutcome, BlockProps, Visit } from '#src/render/block-props.ts';
import { PortsProvider } from '#src/render/ports.tsx';
import { widgets } from '#src/widgets/index.ts';
import { bookContext, bookEntity, bookField, genres } from '#tests/support/book.ts';
import { link } from './link.ts';
import { Search } from './search.tsx';

/** To be called once by a test file. */
export function drawsSearches(): void {
  afterEach(cleanup);
}

const text: Partial<EntityField> = { search: ['contains', 'eq', 'empty'] };
const book = bookEntity([
  bookField('id', { type: 'integer', format: 'id', title: 'Book ID', search: ['eq', 'oneof'] }),
  bookField('title', text),
  bookField('genre', { codes: 'genre', search: ['oneof', 'eq'] }),
  bookField('bought_on', {
    title: 'Bought',
    type: 'date',
    format: 'date',
    search: ['between', 'eq', 'empty'],
  }),
  bookField('price', { type: 'integer', format: 'currency', search: ['between'] }),
  bookField('shelf', { type: 'number', format: 'area', search: ['between'] }),
  bookField('room', { offers: 'rooms', search: ['oneof', 'eq'] }),
  bookField('secret'),
]);

const rooms = [
  { code: 'A1', name: 'Attic' },
  { code: 'C1', name: 'Cellar', active: false },
];

export function linked(given: object): { block: LinkedBlock; findings: readonly BlockFinding[] } {
  const base = { id: 'search', type: 'search', title: null, visibleWhen: null, data: null, list: 'books' };
  const { context, findings } = bookContext(book);
  const block = link(
    { ...base, simple: [], full: true, quick: true, recent: true, favourites: true, ...given } as LinkedBlock,
    context,
  );
  return { block: JSON.parse(JSON.stringify(block)) as LinkedBlock, findings };
}

/** What the server answers to a count of criteria. */
type CountAnswer = (input: object, signal: AbortSignal) => Promise<object>;

const none = () => undefined;

export function visitOf(): Visit {
  const kept = new Map<string, unknown>();
  return {
    get: (key) => kept.get(key),
    set: (key, value) => void kept.set(key, JSON.parse(JSON.stringify(value))),
  };
}

export function draw(
  given: object = {},
  visit: Visit = visitOf(),
  answer?: ActOutcome,
  kept: (step: LinkedAction) => unknown = () => null,
  from?: string,
  {
    count = () => Promise.reject(new Error('Nobody counts.')),
    first = true,
  }: { readonly count?: CountAnswer; readonly first?: boolean } = {},
) {
  const steps: LinkedAction[] = [];
  const { block } = linked(given);
  const props = {
    block,
    screen: {
      blocks: first ? [block] : [{ id: 'above' }, block],
      codes: {
        genre: genres,
      },
    } as unknown as LinkedScreen,
    act: async (plan: readonly LinkedAction[]): Promise<ActOutcome> => {
      steps.push(...plan);
      const [first] = plan;
      if (first?.operation === 'record.search') return answer ?? { done: true, value: { hash: 'h1' } };
      return { done: true, value: first ? kept(first) : null };
    },
    visit,
    text: () => '',
    sources: {},
    source: null,
    url: { get: (key: string) => (key === 'from' ? from : undefined), set: none },
    setDirty: none,
    renderBlock: () => null,
  } as unknown as BlockProps;
  const api = {
    call: (operation: string, input: object, signal: AbortSignal) =>
      operation === 'record.count' ? count(input, signal) : Promise.resolve({ rooms }),
  };
  const { unmount } = render(
    <PortsProvider
      api={api as never}
      registries={{ blocks: new Map(), widgets, actions: new Map() } as never}
    >
      <Search {...props} />
    </PortsProvider>,
  );
  return { steps, unmount, visit };
}

export const calls = (steps: readonly LinkedAction[]) =>
  steps.filter((step) => step.operation === 'record.search');
export const routes = (steps: readonly LinkedAction[]) =>
  steps.filter((step) => step.type === 'navigate').map((step) => step.to);
