/** Without what is not said: Vega-Lite takes an undefined property for one. */
export function given(part: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));
}
