const maxLength = 200;

/** Why a pattern can take time beyond what its text's length explains; null when it cannot; undefined without a verdict. */
export type ProvePattern = (pattern: string) => string | null | undefined;

/**
 * Why a regular expression may not stand in a definition; null when it may. Back-references and look-around never do.
 * The rest is proven. Where nobody proves it, or no proof is found in time, only what is plain by its looks may stand:
 * no repetition inside a repetition, the shape of `^(a+)+$`, and one unbounded repetition in all.
 */
export function patternProblem(pattern: string, prove: ProvePattern | null = null): string | null {
  const problem = formProblem(pattern);
  if (problem !== null) return problem;
  const verdict = prove?.(pattern);
  if (verdict !== undefined) return verdict;
  if (repeatsARepetition(pattern))
    return `"${pattern}" repeats a group that repeats or branches inside, which can take for ever. Repeat one thing at a time.`;
  return prove && unboundedIn(pattern) > 1
    ? `"${pattern}" could not be proven to end in time. Write it with one unbounded repetition at most.`
    : null;
}

function unboundedIn(pattern: string): number {
  const outside = pattern.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '');
  return [...outside.matchAll(/[*+]|\{\d+,\}/g)].length;
}

function formProblem(pattern: string): string | null {
  if (pattern.length > maxLength)
    return `The pattern has ${pattern.length} characters; at most ${maxLength} are allowed.`;
  try {
    new RegExp(pattern, 'u');
  } catch {
    return `"${pattern}" is no regular expression.`;
  }
  if (/\\[1-9]|\\k</.test(pattern))
    return `"${pattern}" refers back to a group. Write the pattern without back-references.`;
  if (/\(\?(?:=|!|<=|<!)/.test(pattern))
    return `"${pattern}" looks around. Write the pattern without look-ahead and look-behind.`;
  return null;
}

function repeatsARepetition(pattern: string): boolean {
  const open: boolean[] = [];
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i];
    if (char === '\\') i++;
    else if (inClass) inClass = char !== ']';
    else if (char === '[') inClass = true;
    else if (char === '(') open.push(false);
    else if (char === ')') {
      const unbounded = open.pop() ?? false;
      const repeated = /^(?:[*+]|\{\d+,\})/.test(pattern.slice(i + 1));
      if (unbounded && repeated) return true;
      if ((unbounded || repeated) && open.length > 0) open[open.length - 1] = true;
    } else if (char === '*' || char === '+' || char === '|' || /^\{\d+,\}/.test(pattern.slice(i))) {
      if (open.length > 0) open[open.length - 1] = true;
    }
  }
  return false;
}
