/** Ids that go from window to window, as plans read them. */
export function answerOfIds(ids: readonly number[]) {
  return { ids, text: ids.join(','), count: ids.length };
}
