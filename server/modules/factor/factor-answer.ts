import type { BegunFactor } from '../../access/second-factor.ts';
import { base32, otpauthUrl } from '../../access/totp.ts';
import type { Config } from '../../config.ts';

/** What is shown once: for the phone's camera, for who types it, and the codes for the day without the phone. */
export function factorAnswer(
  { secret, codes }: BegunFactor,
  username: string,
  config: Pick<Config, 'product'>,
) {
  return {
    url: otpauthUrl(secret, config.product, username),
    key:
      base32(secret)
        .match(/.{1,4}/g)
        ?.join(' ') ?? '',
    codes,
    codes_text: codes.join('\n'),
  };
}
