import { describe, expect, it } from 'vitest';
import { roomOf, sources } from './sources.ts';

// app → shell, session, studio, blocks, widgets, actions → render → api → core → generated
// Within a level nothing imports a sibling, but shell and studio know the session.
const levels: readonly (readonly string[])[] = [
  ['generated'],
  ['core'],
  ['api'],
  ['render'],
  ['blocks', 'widgets', 'actions', 'session', 'shell', 'studio'],
  ['app'],
];

function levelOf(room: string): number {
  const [name = ''] = room.split('/');
  return levels.findIndex((level) => level.includes(name));
}

/** Literal lists of siblings. */
const registries = [
  'src/blocks/links.ts',
  'src/blocks/prints.ts',
  'src/actions/links.ts',
  'src/actions/index.ts',
  'src/widgets/index.ts',
];

/** Registries of link rules, which server and scripts may read: React-free by their own rule. */
const linkRegistries = ['src/blocks/links.ts', 'src/actions/links.ts'];

/** How blocks stand on paper, which the server reads too; the chart's rule draws with Vega, nothing else does. */
const printRegistries = ['src/blocks/printable.ts', 'src/blocks/prints.ts'];

/** One library, one door on each side of the wire. */
const doors: readonly { readonly package: RegExp; readonly rooms: readonly string[] }[] = [
  { package: /^leaflet$/, rooms: ['src/blocks/map/'] },
  { package: /^@rjsf\//, rooms: ['src/blocks/form/', 'src/widgets/', 'server/definitions/'] },
  { package: /^@blueprintjs\/table$/, rooms: ['src/blocks/grid/'] },
  // Counting in one file, reading words in another: the second is large, and only inputs of days need it.
  { package: /^(?:date-fns|@date-fns\/.*)$/, rooms: ['src/core/dates.ts', 'src/core/parse/day.ts'] },
  { package: /^draft-js$/, rooms: ['src/widgets/rich-text/'] },
  { package: /^qrcode-generator$/, rooms: ['src/blocks/qr-code/'] },
  { package: /^zxcvbn$/, rooms: ['src/render/password/', 'server/modules/password/password-worker.mjs'] },
  {
    package: /^@simplewebauthn\//,
    rooms: ['server/access/passkey-ceremony.ts', 'src/actions/passkey.ts'],
  },
  // Piece by piece on the server's own thread; a whole ZIP is written by a worker.
  {
    package: /^fflate$/,
    rooms: [
      'server/reports/xlsx.ts',
      'server/modules/attachment/download.ts',
      'server/modules/valuationfile/',
    ],
  },
  { package: /^nodemailer$/, rooms: ['server/plugins/mail.ts'] },
  { package: /^(?:vega|vega-lite|vega-interpreter)$/, rooms: ['src/blocks/chart/'] },
  { package: /^(?:@codemirror|@lezer)\//, rooms: ['src/blocks/definition-editor/'] },
  { package: /^@marcbachmann\/cel-js$/, rooms: ['src/core/expressions/'] },
  { package: /^pg(?:-.*)?$/, rooms: ['server/database/', 'server/import/', 'server/reports/'] },
  { package: /^(?:pdfkit|svg-to-pdfkit|fontkit)$/, rooms: ['server/reports/document/'] },
  { package: /^@cantoo\/pdf-lib$/, rooms: ['server/modules/attachment/'] },
  { package: /^(?:fastify|@fastify\/.*)$/, rooms: ['server/'] },
];

// modules, plugins → reports, import → records, jobs → definitions → access → database; what lies loose in the
// server's root stands above all of them, but for settings and problems, which everything may use.
const serverLevels: readonly (readonly string[])[] = [
  ['database'],
  ['access'],
  ['definitions'],
  ['records', 'jobs'],
  ['reports', 'import'],
  ['plugins'],
  ['modules'],
];
const looseOnServer = ['app.ts', 'config.ts', 'context.ts', 'main.ts', 'operation.ts', 'problem.ts'];
const forAllOnServer = ['server/config.ts', 'server/problem.ts'];
const contextOnServer = ['server/context.ts', 'server/operation.ts'];

function serverRoom(file: string): string {
  const [, room = '', rest] = file.split('/');
  return rest === undefined ? '' : room;
}

describe('the walls of the house', () => {
  it('lets arrows between the rooms of the server go one way, types included', () => {
    const level = (room: string) => serverLevels.findIndex((rooms) => rooms.includes(room));
    const wrong = sources
      .filter(({ file }) => file.startsWith('server/'))
      .flatMap(({ file, imports }) =>
        imports
          .filter((entry) => !entry.package && entry.target.startsWith('server/'))
          .filter(({ target }) => {
            const [from, to] = [serverRoom(file), serverRoom(target)];
            if (from === '' || from === to || !target.endsWith('.ts')) return false;
            if (to === '')
              return !(
                forAllOnServer.includes(target) ||
                (contextOnServer.includes(target) && ['plugins', 'modules'].includes(from))
              );
            return level(from) === -1 || level(to) === -1 || level(to) >= level(from);
          })
          .map(({ target }) => `${file} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('leaves nothing loose in the root of the server', () => {
    const loose = sources
      .map(({ file }) => file)
      .filter((file) => file.startsWith('server/') && serverRoom(file) === '')
      .map((file) => file.slice('server/'.length));
    expect(loose.sort()).toEqual(looseOnServer);
  });

  it('lets arrows go one way, and none to a sibling', () => {
    const wrong = sources
      .filter(({ file }) => file.startsWith('src/'))
      .flatMap(({ file, imports }) =>
        imports
          .filter((entry) => !entry.package && entry.target.startsWith('src/'))
          .filter(({ target }) => {
            const [from, to] = [roomOf(file), roomOf(target)];
            if (from === to || registries.includes(file)) return false;
            if ((from === 'shell' || from === 'studio') && to === 'session') return false;
            // What several widgets or blocks share lies beside their folders.
            if (from.startsWith(`${to}/`)) return false;
            return levelOf(to) === -1 || levelOf(to) >= levelOf(from);
          })
          .map(({ target }) => `${file} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('lets the server import core, generated and the link registries only', () => {
    const wrong = sources
      .filter(({ file }) => file.startsWith('server/'))
      .flatMap(({ file, imports }) =>
        imports
          .filter(({ target, package: foreign }) => !foreign && target.startsWith('src/'))
          .filter(
            ({ target }) =>
              !/^src\/(?:core|generated)\//.test(target) &&
              ![...linkRegistries, ...printRegistries].includes(target),
          )
          .map(({ target }) => `${file} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('keeps what nothing drawn may know from the client', () => {
    const wrong = sources
      .filter(({ file }) => file.startsWith('src/'))
      .flatMap(({ file, imports }) =>
        imports
          .filter(({ target }) => /^(?:server|scripts|tests)\//.test(target))
          .map(({ target }) => `${file} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('gives each library one door', () => {
    const wrong = sources.flatMap(({ file, imports }) =>
      imports
        .filter((entry) => entry.package && !entry.typeOnly)
        .filter(({ target }) =>
          doors.some(
            (door) => door.package.test(target) && !door.rooms.some((room) => file.startsWith(room)),
          ),
        )
        .map(({ target }) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('calls fetch in src/api only', () => {
    const wrong = sources
      .filter(({ file }) => file.startsWith('src/') && !file.startsWith('src/api/'))
      .filter(({ text }) =>
        /(?<![.#\w])fetch\(|\bXMLHttpRequest\b|\bsendBeacon\b/.test(text.replace(/^\s*(?:\/\/|\*).*$/gm, '')),
      )
      .map(({ file }) => file);
    expect(wrong).toEqual([]);
  });

  it('keeps React and the DOM out of link rules and of core', () => {
    const seen = new Set<string>();
    const reach = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      const source = sources.find((candidate) => candidate.file === file);
      for (const { target, package: foreign, typeOnly } of source?.imports ?? [])
        if (!foreign && !typeOnly) reach(target);
    };
    for (const file of [
      ...linkRegistries,
      ...sources.map((source) => source.file).filter((name) => name.startsWith('src/core/')),
    ])
      reach(file);
    const wrong = [...seen].filter((file) => {
      const source = sources.find((candidate) => candidate.file === file);
      return (
        file.endsWith('.tsx') ||
        source?.imports.some(
          ({ target, typeOnly }) =>
            !typeOnly && /^(?:react|react-dom|@blueprintjs\/.*|vega|swr)$/.test(target),
        )
      );
    });
    expect(wrong).toEqual([]);
  });

  it('keeps React out of print rules, and every rule under its name', async () => {
    const seen = new Set<string>();
    const reach = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      const source = sources.find((candidate) => candidate.file === file);
      for (const { target, package: foreign, typeOnly } of source?.imports ?? [])
        if (!foreign && !typeOnly) reach(target);
    };
    for (const file of printRegistries) reach(file);
    const wrong = [...seen].filter((file) =>
      sources
        .find((candidate) => candidate.file === file)
        ?.imports.some(({ target, typeOnly }) => !typeOnly && /^(?:react|@blueprintjs)/.test(target)),
    );
    expect(wrong).toEqual([]);
    const [{ blockPrints }, { printableBlocks }] = await Promise.all([
      import('#src/blocks/prints.ts'),
      import('#src/blocks/printable.ts'),
    ]);
    expect([...blockPrints.keys()].sort()).toEqual([...printableBlocks].sort());
  });

  it('has no cycle of imports, types included', () => {
    const targets = new Map(
      sources.map(({ file, imports }) => [
        file,
        imports.filter((entry) => !entry.package).map(({ target }) => target),
      ]),
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const walk = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) {
        cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
        return;
      }
      if (done.has(file)) return;
      for (const target of targets.get(file) ?? []) walk(target, [...path, file]);
      done.add(file);
    };
    for (const file of targets.keys()) walk(file, []);
    expect(cycles).toEqual([]);
  });

  it('resolves every import to a file', () => {
    const known = new Set(sources.map(({ file }) => file));
    const wrong = sources.flatMap(({ file, imports }) =>
      imports
        .filter(({ target, package: foreign }) => !foreign && /\.tsx?$/.test(target) && !known.has(target))
        .map(({ target }) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('runs no text as code and builds no HTML from text', () => {
    const wrong = sources
      .filter(({ file }) => file.startsWith('src/'))
      .filter(({ text }) =>
        /\beval\(|\bnew Function\(|dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\(/.test(
          text,
        ),
      )
      .map(({ file }) => file);
    expect(wrong).toEqual([]);
  });

  it('keeps the Vega-Lite compiler and ajv out of what a browser loads', () => {
    const seen = new Set<string>();
    const reach = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      const source = sources.find((candidate) => candidate.file === file);
      for (const entry of source?.imports ?? []) if (!entry.typeOnly) reach(entry.target);
    };
    reach('src/app/main.tsx');
    const wrong = ['vega-lite', 'ajv', 'jsonc-parser', 'pg'].filter((name) => seen.has(name));
    expect(seen.size).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });

  it('has no default export', () => {
    expect(sources.filter(({ text }) => /^export default\b/m.test(text)).map(({ file }) => file)).toEqual([]);
  });
});
