// Whether a pattern of a definition can take for ever is decided by proof, not by looks. The prover is large and few
// definitions have a pattern, so it is loaded with the first one.
import { createRequire } from 'node:module';
import type { ProvePattern } from '#src/core/link/safe-pattern.ts';

interface Verdict {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly complexity?: { readonly summary: string };
}
type Check = (source: string, flags: string, params: { readonly timeout: number }) => Verdict;

/** Milliseconds for one pattern, and for all new ones of a run. Proofs of sound patterns take a tenth of it at most. */
const longest = 400;
const longestRun = 800;

const mostKnown = 5_000;

const require = createRequire(import.meta.url);
let check: Check | null = null;

/** The prover in plain JavaScript: no process and no thread of its own. */
function prover(): Check {
  check ??= (require('recheck/lib/browser.js') as { readonly checkSync: Check }).checkSync;
  return check;
}

const known = new Map<string, string | null>();

function prove(pattern: string, milliseconds: number): string | null {
  const { status, complexity } = prover()(pattern, 'u', { timeout: milliseconds });
  if (status === 'safe') return null;
  if (status === 'vulnerable')
    return `"${pattern}" can take ${complexity?.summary ?? 'too much'} time on a hostile text. Make its repetitions exclude each other.`;
  return `"${pattern}" could not be proven to end in time. Write it more simply.`;
}

/** A prover for one run over all definitions; what it proved is known to later runs. */
export function patternProver(): ProvePattern {
  let spent = 0;
  return (pattern) => {
    const before = known.get(pattern);
    if (before !== undefined) return before;
    if (spent > longestRun)
      return `"${pattern}" was not looked at, because other new patterns took too long. Write those more simply.`;
    const started = performance.now();
    const problem = prove(pattern, longest);
    spent += performance.now() - started;
    if (known.size >= mostKnown) known.clear();
    known.set(pattern, problem);
    return problem;
  };
}
