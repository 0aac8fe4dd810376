import { mostWays, provePattern } from './prove-pattern.ts';

const maxLength = 200;

/** Why a regular expression may not stand in a definition; null when it may. What is not proven to end in time may not. */
export function patternProblem(pattern: string): string | null {
  const problem = formProblem(pattern);
  if (problem !== null) return problem;
  const verdict = provePattern(pattern);
  if (verdict.safe) return null;
  if (verdict.safe === null)
    return `"${pattern}" could not be proven to end in time. Write it with fewer repetitions inside one another.`;
  return `"${pattern}" can be tried in more than ${mostWays} ways ${whereOf(verdict.text)}, and each of them takes time. Make its repetitions exclude each other${pattern.startsWith('^') ? '' : ', and begin it with "^"'}.`;
}

const mostShown = 24;

function whereOf(text: string): string {
  if (text === '') return 'before anything is read';
  return `on a text that begins with ${JSON.stringify(text.length > mostShown ? `${text.slice(0, mostShown)}…` : text)}`;
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
