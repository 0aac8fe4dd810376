// The page that the browser tests of forms and searches open: every block it is given, on the application's theme.
import { createRoot } from 'react-dom/client';
import { FormBlock } from '#src/blocks/form/form.tsx';
import { Search } from '#src/blocks/search/search.tsx';
import { evaluateExpression } from '#src/core/expressions/evaluate.ts';
import type { LinkedBlock, LinkedScreen } from '#src/core/linked.ts';
import type { ActExtra } from '#src/render/block-props.ts';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import { widgets } from '#src/widgets/index.ts';
import { testProps, testScope, testScreen, testSource } from '#tests/support/block-props.tsx';
import '#src/app/theme.css';

declare global {
  interface Window {
    drawn: {
      readonly blocks: readonly LinkedBlock[];
      readonly codes: LinkedScreen['codes'];
      readonly record: object;
      readonly answers: { readonly [operation: string]: unknown };
    };
    asked: { readonly steps: unknown; readonly extra: ActExtra | undefined }[];
  }
}

window.asked = [];
const shelves = {
  shelves: [
    { code: 'A1', name: 'Shelf A1' },
    { code: 'B2', name: 'Shelf B2' },
  ],
};
const refuse = () => Promise.reject(new Error('The page calls nothing else.'));
const api: ApiPort = {
  base: '/api',
  call: async (operation) => window.drawn.answers[operation] ?? shelves,
  upload: refuse,
  file: refuse,
};
const registries = { blocks: new Map(), widgets, actions: new Map() };

function Block({ block }: { readonly block: LinkedBlock }) {
  const props = testProps(block, {
    screen: testScreen({ codes: window.drawn.codes }),
    source: block.data ? testSource({ kind: 'operation', value: window.drawn.record }) : null,
    evaluate: (expression, extra) => evaluateExpression(expression, { ...testScope, ...extra }),
    act: async (steps, extra) => {
      window.asked.push({ steps, extra });
      const operation = steps[0]?.operation;
      const answer = typeof operation === 'string' ? window.drawn.answers[operation] : undefined;
      return { done: true, value: answer ?? { version: 4 } };
    },
  });
  return block.type === 'search' ? <Search {...props} /> : <FormBlock {...props} />;
}

const place = document.getElementById('root');
if (place)
  createRoot(place).render(
    <PortsProvider api={api} registries={registries}>
      <main style={{ display: 'grid', gap: 16, padding: 16 }}>
        <h1>Books</h1>
        {window.drawn.blocks.map((block) => (
          <Block key={block.id} block={block} />
        ))}
      </main>
    </PortsProvider>,
  );
