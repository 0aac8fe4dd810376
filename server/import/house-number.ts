/** The number columns of a property's address. */
export interface HouseNumber {
  readonly hnum1_prefix: string | null;
  readonly hnum1: number | null;
  readonly hnum1_suffix: string | null;
  readonly hnum2_prefix: string | null;
  readonly hnum2: number | null;
  readonly hnum2_suffix: string | null;
}

const ONE = String.raw`([A-Z]{0,4}) ?(\d{1,7}) ?([A-Z]{0,3})`;
const NUMBER = new RegExp(`^${ONE}(?: ?- ?${ONE})?$`);

/** Splits "A125B", "1-5" or "4 A". What is neither ("LOT 1, 3 -") is kept whole as the prefix. */
export function parseHouseNumber(text: string | null): HouseNumber {
  const match = text === null ? null : NUMBER.exec(text);
  if (match === null) {
    return {
      hnum1_prefix: text,
      hnum1: null,
      hnum1_suffix: null,
      hnum2_prefix: null,
      hnum2: null,
      hnum2_suffix: null,
    };
  }
  const [, prefix1, first, suffix1, prefix2, second, suffix2] = match;
  return {
    hnum1_prefix: blank(prefix1),
    hnum1: Number(first),
    hnum1_suffix: blank(suffix1),
    hnum2_prefix: blank(prefix2),
    hnum2: second === undefined ? null : Number(second),
    hnum2_suffix: blank(suffix2),
  };
}

function blank(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
