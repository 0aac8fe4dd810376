// "I want to …" at the head of docs/definitions.md: which section says how. A heading that is gone fails the generator.

/** What somebody wants, and where it is said: a heading, or one inside another, with the keys to look for. */
interface Task {
  readonly want: string;
  readonly at: readonly string[];
  readonly keys?: readonly string[];
}

interface Topic {
  readonly title: string;
  readonly tasks: readonly Task[];
}

const topics: readonly Topic[] = [
  {
    title: 'Show',
    tasks: [
      {
        want: 'make a page, give it an address, let only some see it',
        at: ['Screen'],
        keys: ['route', 'needs', 'group'],
      },
      {
        want: 'read rows by SQL, a list of records, a call',
        at: ['Screen/source'],
        keys: ['sql', 'records', 'operation'],
      },
      { want: 'share a query between reports', at: ['Query', 'Screen/source'], keys: ['query'] },
      { want: 'count and group the rows of another source', at: ['Screen/source'], keys: ['from', 'by'] },
      {
        want: 'list rows: columns, order, totals, groups, export',
        at: ['Blocks/grid'],
        keys: ['columns', 'sort', 'group', 'export'],
      },
      { want: 'mark a value that needs an eye', at: ['Blocks/grid'], keys: ['tone', 'smallSample'] },
      { want: 'draw a chart', at: ['Blocks/chart'], keys: ['spec'] },
      { want: 'show figures, or tiles that lead on', at: ['Blocks/stats', 'Blocks/tiles'] },
      { want: 'show the fields of one record', at: ['Blocks/facts'] },
      { want: 'count the records that refer to one', at: ['Blocks/related'] },
      { want: 'show a few records side by side', at: ['Blocks/compare'] },
      { want: 'let figures answer while a number is typed', at: ['Blocks/inputs', 'Screen/source'] },
      { want: 'lead back to the records that a person opened last', at: ['Blocks/opened'] },
      { want: 'show who changed what, and what it was before', at: ['Blocks/history'] },
      { want: 'part a page by tabs or sections', at: ['Blocks/tabs', 'Blocks/section'] },
      { want: 'use the same blocks, columns or steps on several pages', at: ['Fragment', 'Shared action'] },
      {
        want: 'show something only to some, or only sometimes',
        at: ['Texts, expressions, links'],
        keys: ['visibleWhen'],
      },
      { want: 'say how a number, a day, an area is written', at: ['Formats'] },
      { want: 'make a PDF of a page', at: ['Screen'], keys: ['paper'] },
      { want: 'hand ids from one window to another', at: ['Actions/hand-off', 'Screen'], keys: ['takes'] },
    ],
  },
  {
    title: 'Ask and lead on',
    tasks: [
      { want: 'give a page a filter', at: ['Screen/param'], keys: ['default', 'many', 'choices'] },
      { want: 'let people search a list by its fields', at: ['Blocks/search'], keys: ['simple'] },
      { want: 'lead from a figure to the rows behind it', at: ['Actions/search'], keys: ['criteria'] },
      { want: 'lead to another page, or open a dialog', at: ['Actions/navigate', 'Actions/dialog'] },
      { want: 'set a filter by a click', at: ['Actions/set'] },
      { want: 'put a page into the menu', at: ['Menu'] },
    ],
  },
  {
    title: 'Change',
    tasks: [
      {
        want: 'let a record be changed, with rules between its fields',
        at: ['Blocks/form', 'Entity'],
        keys: ['check'],
      },
      {
        want: 'make a record, or duplicate one',
        at: ['Blocks/form', 'Entity/field (entity)'],
        keys: ['FORM.copy', 'copy'],
      },
      { want: 'ask for a few values that are no record', at: ['Form', 'Blocks/form'] },
      { want: 'change cells of a list in place', at: ['Blocks/grid'], keys: ['edit'] },
      { want: 'choose the input of a field', at: ['Widgets'] },
      {
        want: 'call the server, ask before, say that it is done',
        at: ['Actions/call', 'Actions/confirm', 'Actions/snackbar'],
      },
      { want: 'upload files', at: ['Blocks/upload'] },
      { want: 'make a server call', at: ['Operation'] },
    ],
  },
  {
    title: 'Describe records',
    tasks: [
      { want: 'make a type of records', at: ['Entity'], keys: ['record', 'scope'] },
      {
        want: 'name, write and find a field',
        at: ['Entity/field (entity)'],
        keys: ['format', 'write', 'search'],
      },
      {
        want: 'refer to another record: picker, link, count, foreign key',
        at: ['Entity', 'Widgets/record'],
        keys: ['refs', 'lookup'],
      },
      { want: 'ship several views of a list', at: ['Entity', 'Blocks/grid'], keys: ['views'] },
      { want: 'say what a card over a link tells', at: ['Entity'], keys: ['preview'] },
      {
        want: 'compute, copy or number a value',
        at: ['Entity/field (entity)'],
        keys: ['value', 'from', 'number'],
      },
      { want: 'keep rows inside a record', at: ['Entity'], keys: ['children'] },
      { want: 'lead a record through states', at: ['Entity'], keys: ['life'] },
      { want: 'find a record by an address of words', at: ['Entity'], keys: ['key', 'unique'] },
      { want: 'put a type into quick search', at: ['Entity'], keys: ['quick'] },
      { want: 'offer codes, some of them under others', at: ['Code table'], keys: ['parent'] },
      { want: 'give columns of queries their titles', at: ['Terms'] },
      { want: 'prove that a page shows what it should', at: ['Expectations'] },
    ],
  },
];

const elsewhere = [
  'A report in two files: [analysts.md](analysts.md). A record type, step by step: [record-types.md](record-types.md).',
  'What a mistake means and how it is mended: [diagnostics.md](diagnostics.md). What queries may read: [tables.md](tables.md).',
];

/** Anchors of a page's headings by their paths, `Blocks/grid`; one that occurs again is counted, as GitHub does. */
function anchorsOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const seen = new Map<string, number>();
  const anchors = new Map<string, string>();
  let part = '';
  for (const line of lines) {
    const [, marks, text = ''] = /^(##|###) (.+)$/.exec(line) ?? [];
    if (marks === undefined) continue;
    if (marks === '##') part = text;
    const slug = text
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    anchors.set(marks === '##' ? text : `${part}/${text}`, times === 0 ? slug : `${slug}-${times}`);
  }
  return anchors;
}

function linkTo(heading: string, anchors: ReadonlyMap<string, string>): string {
  const anchor = anchors.get(heading);
  if (anchor === undefined)
    throw new Error(
      `The index by task names the section "${heading}", which docs/definitions.md does not have.`,
    );
  return `[${heading.replace(/^.*\//, '').replace(/ \(.*\)$/, '')}](#${anchor})`;
}

/** The page with its index by task before the first section that explains. */
export function withTasks(lines: readonly string[]): readonly string[] {
  const heading = '## I want to …';
  const first = lines.findIndex((line) => line.startsWith('## '));
  // The index has headings of its own, which take no anchors from those below: theirs occur nowhere else.
  const anchors = anchorsOf(lines);
  const index = topics.flatMap(({ title, tasks }) => [
    `| ${title} | Look at |`,
    '|---|---|',
    ...tasks.map(({ want, at, keys = [] }) => {
      const links = at.map((path) => linkTo(path, anchors)).join(', ');
      const named = keys.map((key) => `\`${key}\``).join(', ');
      return `| ${want} | ${links}${named === '' ? '' : `: ${named}`} |`;
    }),
    '',
  ]);
  return [
    ...lines.slice(0, first),
    heading,
    '',
    ...index,
    ...elsewhere.flatMap((line) => [line, '']),
    ...lines.slice(first),
  ];
}
