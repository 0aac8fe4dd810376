import type { Criterion } from '#src/core/entity.ts';
import { formatValue } from '#src/core/format.ts';
import { type LiveCount as Counted, useLiveCount } from './use-live-count.ts';

function inWords(counted: Counted, noun: string, nouns: string): string {
  const { count, more } = counted;
  if (count === null) return 'Not counted: it would take a while.';
  const n = formatValue('integer', count, {});
  if (more) return `More than ${n} ${nouns}`;
  return count === 0 ? `No ${nouns}` : `${n} ${count === 1 ? noun : nouns}`;
}

/** What Search would find, beside its button. */
export function LiveCount({
  list,
  noun,
  nouns,
  criteria,
  readable,
}: {
  readonly list: string;
  readonly noun: string;
  readonly nouns: string;
  readonly criteria: readonly Criterion[];
  readonly readable: boolean;
}) {
  const counted = useLiveCount(list, criteria, readable);
  return (
    <span className="cad-search-count" role="status" aria-busy={counted === 'counting'}>
      {counted === null || counted === 'counting' ? '' : inWords(counted, noun, nouns)}
      {counted === 'counting' ? <span aria-hidden="true">…</span> : null}
    </span>
  );
}
