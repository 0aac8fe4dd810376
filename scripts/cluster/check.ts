import type { Cluster } from './cluster.ts';

export interface Check {
  readonly name: string;
  /** Throws what is not as it should be; answers what is worth to be told of it. */
  readonly run: (cluster: Cluster) => Promise<string | undefined>;
}

export function expect(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}
