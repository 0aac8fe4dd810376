// One line of address of any row, by the specification's columns. The database composes the same line
// (address_line in the migrations); tests/server compares the two.
import type { Row } from './values.ts';

/** Every address of the register lies here. */
export const addressState = 'NSW';

export interface AddressOptions {
  /** `s_` or `p_` where a row holds two addresses. */
  readonly prefix?: 's_' | 'p_';
  /** Puts the property's name first. */
  readonly withName?: boolean;
}

/**
 * `PROP NAME, UNIT/HOUSE STREET, SUBURB NSW POSTCODE`; what is missing is left out.
 * A sale has its house number as one text (`house_number`), a property in parts (`hnum1_prefix` … `hnum2_suffix`).
 */
export function composeAddress(row: Row, { prefix, withName = false }: AddressOptions = {}): string {
  const part = (name: string): string => {
    const value = row[`${prefix ?? ''}${name}`];
    return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  };
  const first = `${part('hnum1_prefix')}${part('hnum1')}${part('hnum1_suffix')}`;
  const second =
    part('hnum2') === '' ? '' : `-${part('hnum2_prefix')}${part('hnum2')}${part('hnum2_suffix')}`;
  const house = part('house_number') || `${first}${second}`;
  const unit = part('unit_number');
  const street = part('street_name');
  const place = [unit !== '' && house !== '' ? `${unit}/${house}` : unit || house, street]
    .filter(Boolean)
    .join(' ');
  const suburb = part('suburb');
  const postcode = part('postcode');
  const town =
    suburb === '' && postcode === '' ? '' : [suburb, addressState, postcode].filter(Boolean).join(' ');
  return [withName ? part('prop_name') : '', place, town].filter(Boolean).join(', ');
}
