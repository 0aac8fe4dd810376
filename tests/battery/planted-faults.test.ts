// The battery tested: faults are planted in pages that are without fault, and each must be found.
import type { BrowserContext } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseMarkup } from '#src/blocks/text/markup.ts';
import type { LinkedScreen } from '#src/core/linked.ts';
import { draw, type Finding } from './draw.ts';
import type { Case } from './factors.ts';
import { takeSeat } from './lane.ts';
import { outcomeOf, type Stage, setStage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(async () => {
  await stage?.close();
});

const plain: Case = {
  role: 'valuer',
  rows: 'many',
  network: 'ok',
  view: 'desktop',
  scheme: 'light',
  input: 'pointer',
  parts: 'closed',
};

/** A report: filters, a chart, a table. */
const report = 'report/mediansales';

interface Plant {
  /** Prepares the page's context: what a faulty part of the page would do. */
  readonly prepare?: (context: BrowserContext) => Promise<void>;
  /** The definition as a faulty one would be served. */
  readonly serve?: (screen: LinkedScreen) => LinkedScreen;
}

async function drawn(plant: Plant, how: Partial<Case> = {}, id = report): Promise<readonly Finding[]> {
  const screen = stage.screens.get(id);
  const wanted = { ...plain, ...how };
  const visitor = stage.visitors.get(wanted.role);
  if (!screen || !visitor) throw new Error(`There is no screen ${id} or no ${wanted.role}.`);
  return stage.lanes.use(async () => {
    const seat = await takeSeat(stage.browser, stage.app.url, visitor, async (context) => {
      await plant.prepare?.(context);
      const { serve } = plant;
      if (!serve) return;
      const hash = stage.hashes.get(id) ?? '';
      await context.route(`**/api/definitions/${hash}`, (route) => route.fulfill({ json: serve(screen) }));
    });
    try {
      const url = stage.app.url + (await stage.addresses.of(screen, visitor));
      return await draw(seat, screen, url, wanted, outcomeOf(screen, visitor));
    } finally {
      await seat.close();
    }
  });
}

/** Runs `plant` in the page as soon as its heading stands. */
function whenDrawn(plant: () => void): Plant {
  return {
    prepare: async (context) => {
      await context.addInitScript(`(() => {
        const plant = ${plant.toString()};
        const look = () => (document.querySelector('h1') ? plant() : requestAnimationFrame(look));
        look();
      })()`);
    },
  };
}

/** Styles that the page's policy allows: made by a script of the page. */
function style(css: string): Plant {
  return {
    prepare: async (context) => {
      await context.addInitScript((rules) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        const wear = () => {
          document.adoptedStyleSheets = [sheet];
        };
        document.addEventListener('DOMContentLoaded', wear);
      }, css);
    },
  };
}

function kinds(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ kind }) => kind))].sort();
}

describe('the battery', { timeout: 300_000 }, () => {
  it.concurrent('finds nothing on a page without fault', async () => {
    expect(await drawn({}, { input: 'keyboard' })).toEqual([]);
  });

  it.concurrent('finds a column that overflows the page', async () => {
    const findings = await drawn(style('[data-block-type="grid"] { width: 2400px; }'));
    expect(kinds(findings)).toEqual(['overflow']);
    expect(findings[0]?.text).toContain('block list');
  });

  it.concurrent('finds a served text that does not break and does not fit', async () => {
    const word = 'Unbreakable'.repeat(40);
    const findings = await drawn({
      ...style('[data-block="note"] * { overflow-wrap: normal; word-break: normal; }'),
      serve: (screen) => ({
        ...screen,
        blocks: [
          {
            ...screen.blocks[0],
            id: 'note',
            type: 'text',
            title: null,
            visibleWhen: null,
            data: null,
            text: word,
            paragraphs: parseMarkup(word),
            intent: 'none',
          },
          ...screen.blocks,
        ],
      }),
    });
    expect(kinds(findings)).toEqual(['overflow']);
    expect(findings[0]?.text).toContain('block note');
  });

  it.concurrent('finds a text that is cut while nothing tells the whole', async () => {
    const findings = await drawn(
      style('h1 { width: 40px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }'),
    );
    expect(kinds(findings)).toEqual(['cut']);
  });

  it.concurrent('finds a button that lies under something else', async () => {
    const findings = await drawn(style('h1 { position: fixed; inset: 0; z-index: 99; }'));
    expect(kinds(findings)).toContain('covered');
  });

  it.concurrent('finds an input without a label', async () => {
    const findings = await drawn(
      whenDrawn(() => {
        const input = document.createElement('input');
        input.name = 'planted';
        document.querySelector('main')?.prepend(input);
      }),
    );
    expect(kinds(findings)).toEqual(['axe', 'label']);
  });

  it.concurrent('finds an axe violation', async () => {
    const findings = await drawn(
      whenDrawn(() => {
        const words = document.createElement('p');
        words.textContent = 'Hardly to be read';
        words.style.color = '#dddddd';
        words.style.background = '#ffffff';
        document.querySelector('main')?.prepend(words);
      }),
    );
    expect(kinds(findings)).toEqual(['axe']);
    expect(findings[0]?.text).toContain('color-contrast');
  });

  it.concurrent('finds an error in the console', async () => {
    const findings = await drawn(whenDrawn(() => console.error('planted')));
    expect(findings).toEqual([{ kind: 'console', text: 'planted' }]);
  });

  it.concurrent('finds an error that nobody catches', async () => {
    const findings = await drawn(whenDrawn(() => void Promise.reject(new TypeError('planted'))));
    expect(findings).toEqual([{ kind: 'console', text: 'TypeError: planted' }]);
  });

  it.concurrent('finds a violation of the content security policy', async () => {
    const findings = await drawn(
      whenDrawn(() => {
        const script = document.createElement('script');
        script.textContent = 'window.planted = true';
        document.head.append(script);
      }),
    );
    expect(kinds(findings)).toEqual(['csp']);
  });

  it.concurrent('finds a failure that is swallowed: a page that looks empty', async () => {
    // What a client would do that takes a failed query for one without rows.
    const swallow: Plant = {
      prepare: async (context) => {
        const fields = stage.screens.get(report)?.data.rows?.fields ?? [];
        await context.addInitScript(
          (columns) => {
            const real = window.fetch;
            window.fetch = async (...args) => {
              const answer = await real(...args);
              if (!/\/api\/query$/.test(answer.url) || answer.ok) return answer;
              await answer.text();
              const values = columns.map(() => []);
              const none = { columns, values, offset: 0, count: 0, total: 0, limited: false, totals: {} };
              return Response.json({ ...none, run_at: '', dataset: 'both' });
            };
          },
          fields.map(({ id, type }) => ({ id, type })),
        );
      },
    };
    const findings = await drawn(swallow, { network: '500' });
    expect(kinds(findings)).toEqual(['swallowed']);
    expect(findings.map(({ text }) => text)).toContain(
      'no part of the page tells that its data failed with 500',
    );
  });

  it.concurrent('finds a failure without a way to try again', async () => {
    const findings = await drawn(style('.cad-error-card button { display: none; }'), { network: '422' });
    expect(kinds(findings)).toEqual(['retry']);
  });

  it.concurrent('finds a page that does not show that it loads', async () => {
    const findings = await drawn(style('[data-block] { display: none; }'), { network: 'slow' });
    expect(kinds(findings)).toEqual(['blank', 'skeleton']);
  });

  it.concurrent('finds a failed part where nothing was made to fail', async () => {
    const findings = await drawn({
      prepare: async (context) => {
        await context.addInitScript(() => {
          const real = window.fetch;
          window.fetch = async (...args) =>
            /\/api\/query$/.test(String(args[0]))
              ? new Response('{"status":500,"message":"planted"}', {
                  status: 500,
                  headers: { 'content-type': 'application/problem+json' },
                })
              : real(...args);
        });
      },
    });
    expect(kinds(findings)).toEqual(['failed']);
  });

  it.concurrent('finds a window without the product in its title', async () => {
    const findings = await drawn(
      whenDrawn(() => {
        Object.defineProperty(document, 'title', { set: () => {}, get: () => 'Median sales' });
        const title = document.querySelector('title');
        if (title) title.textContent = 'Median sales';
      }),
    );
    expect(kinds(findings)).toEqual(['title']);
  });

  it.concurrent('finds a value that was not there', async () => {
    const findings = await drawn({ serve: (screen) => ({ ...screen, title: 'Median of undefined' }) });
    expect(kinds(findings)).toEqual(['text']);
  });

  it.concurrent('finds a focus that is not seen', async () => {
    const findings = await drawn(
      style(':focus-visible, :focus { outline: none !important; box-shadow: none !important; }'),
      { input: 'keyboard' },
    );
    expect(kinds(findings)).toContain('focus');
  });

  it.concurrent('finds a part that holds the keyboard', async () => {
    const findings = await drawn(
      whenDrawn(() => {
        const trap = document.createElement('button');
        trap.textContent = 'Trap';
        trap.addEventListener('keydown', (event) => event.preventDefault());
        document.querySelector('main')?.prepend(trap);
      }),
      { input: 'keyboard' },
    );
    expect(kinds(findings)).toContain('trap');
  });

  it.concurrent('finds a button that the keyboard does not reach', async () => {
    const findings = await drawn(
      whenDrawn(() => {
        const button = document.createElement('button');
        button.textContent = 'Beyond reach';
        button.tabIndex = -1;
        document.querySelector('main')?.prepend(button);
      }),
      { input: 'keyboard' },
    );
    expect(findings).toEqual([{ kind: 'unreached', text: 'Tab never reaches <button> "Beyond reach"' }]);
  });

  it.concurrent('finds data that is asked for by who may not see it', async () => {
    const refused = (one: LinkedScreen) =>
      [...stage.visitors.values()].some((visitor) => outcomeOf(one, visitor) === 'refused');
    const screen = [...stage.screens.values()].find(
      (one) => refused(one) && Object.values(one.data).some(({ kind }) => kind === 'sql'),
    );
    const visitor = screen && [...stage.visitors.values()].find((v) => outcomeOf(screen, v) === 'refused');
    if (!screen || !visitor) throw new Error('Everybody may see every screen.');
    expect(await drawn({}, { role: visitor.role }, screen.id)).toEqual([]);
    const ask: Plant = whenDrawn(() => {
      void fetch('/api/query', { method: 'POST', body: '{}' }).then((answer) => answer.text());
    });
    expect(kinds(await drawn(ask, { role: visitor.role }, screen.id))).toContain('outcome');
  });
});
