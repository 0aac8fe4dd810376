/** Said of a text that its field's pattern does not take; `takes` is what it does, in words. */
export function formProblem(takes: string | undefined): string {
  return takes === undefined ? 'The form of this value is not accepted.' : `This takes ${takes}.`;
}
