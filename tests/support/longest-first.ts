import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, by folder; a file that is started last must not be waited for alone. */
const folders = [
  /tests\/battery\/(?:screens|expectations)|tests\/e2e\/studio/,
  /tests\/(?:battery|e2e)\//,
  /\.browser\.test/,
  /tests\/server\//,
  /tests\/(?!render)/,
  /\/server\//,
];

function rank(file: string): number {
  const at = folders.findIndex((folder) => folder.test(file));
  return at < 0 ? folders.length : at;
}

/** Files in the order in which they are started: by folder, and within one as vitest orders them, large ones first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted
      .map((file, at) => ({ file, at, rank: rank(file.moduleId) }))
      .sort((one, other) => one.rank - other.rank || one.at - other.at)
      .map(({ file }) => file);
  }
}
