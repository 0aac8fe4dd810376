import { freePort } from '#tests/support/application.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';

/** Where rounds of kills are run, and what they are drawn from. */
export interface KillPlace {
  readonly rounds: number;
  readonly seed: number;
  /** The checkout. */
  readonly root: string;
  /** An empty folder that the database's user reaches: data, and beside it what the rounds write down. */
  readonly folder: string;
  readonly port: number;
  readonly log: (line: string) => void;
}

/** Rounds of kills in a folder of their own, which is gone when they end. */
export async function inFolder<Result>(
  { rounds, seed }: Pick<KillPlace, 'rounds' | 'seed'>,
  kill: (place: KillPlace) => Promise<Result>,
): Promise<Result> {
  const folder = temporaryFolder('kill');
  try {
    return await kill({
      rounds,
      seed,
      root,
      folder: folder.path,
      port: await freePort(),
      log: (line) => console.log(line),
    });
  } finally {
    folder.remove();
  }
}
