// Whether a pattern of a definition can take for ever is decided by proof, not by looks. The prover is large and few
// definitions have a pattern, so it is loaded with the first one.
import { createRequire } from 'node:module';
import type { ProvePattern } from '#src/core/link/safe-pattern.ts';
import type { Memory } from '#src/core/memory.ts';

interface Verdict {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly complexity?: { readonly summary: string };
}
type Check = (source: string, flags: string, params: { readonly timeout: number }) => Verdict;

/** Milliseconds of CPU for one pattern, and for all new ones of a run: far above what sound ones take. */
const longest = 700;
const longestRun = 1_500;
/** Tries for one pattern: the prover looks at the clock, which goes on while a busy machine does other work. */
const tries = 4;
const mostKnown = 5_000;

const require = createRequire(import.meta.url);
let check: Check | null = null;

/** The prover in plain JavaScript: no process and no thread of its own. */
function prover(): Check {
  check ??= (require('recheck/lib/browser.js') as { readonly checkSync: Check }).checkSync;
  return check;
}

const known = new Map<string, string | null>();

/** Milliseconds of CPU that this process has taken. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function prove(pattern: string): string | null | undefined {
  const started = cpuTime();
  let verdict: Verdict = { status: 'unknown' };
  for (let n = 1; n <= tries && verdict.status === 'unknown'; n++) {
    // Most of its share was used: the pattern is hard, not the machine busy.
    if (cpuTime() - started > longest / 2) return undefined;
    verdict = prover()(pattern, 'u', { timeout: longest * n });
  }
  const { status, complexity } = verdict;
  if (status === 'safe') return null;
  if (status === 'unknown') return undefined;
  return `"${pattern}" can take ${complexity?.summary ?? 'too much'} time on a hostile text. Make its repetitions exclude each other.`;
}

/** A prover for one run over all definitions; what it proved is known to later runs, with a memory of other processes too. */
export function patternProver(memory: Memory | null = null): ProvePattern {
  let spent = 0;
  return (pattern) => {
    if (known.has(pattern)) return known.get(pattern);
    const name = `pattern ${pattern}`;
    const key = memory?.digest(name) ?? '';
    if (memory?.recall(name, key) === 'safe') return null;
    if (spent > longestRun) return undefined;
    const started = cpuTime();
    const verdict = prove(pattern);
    spent += cpuTime() - started;
    if (verdict === undefined) return undefined;
    if (known.size >= mostKnown) known.clear();
    known.set(pattern, verdict);
    if (verdict === null) memory?.keep(name, key, 'safe');
    return verdict;
  };
}
