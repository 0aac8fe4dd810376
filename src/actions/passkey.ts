import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { ActionRunner } from '#src/render/action-runner.ts';
import type { Failure } from '#src/render/block-props.ts';
import { loadPart } from '#src/render/load-part.ts';
import { done, objectOf, refusal, stepsOf } from './step.ts';

type Options = { readonly [member: string]: unknown };

export const passkey: ActionRunner = async (step, ports, extra) => {
  const { body: _, ...event } = extra;
  const options = objectOf(ports.resolve(step.options, event));
  const answer = { credential: options ? await ask(options) : null };
  const then = stepsOf(step.then);
  return then.length === 0 ? done(answer) : ports.run(then, { ...event, answer });
};

async function ask(options: Options): Promise<unknown> {
  const library = await loadPart(() => import('@simplewebauthn/browser'));
  if (!library.browserSupportsWebAuthn())
    throw refusal('This browser has no passkeys at this address. Use another way, or another browser.');
  try {
    // Only what makes a passkey says which kinds of keys it may have.
    return 'pubKeyCredParams' in options
      ? await library.startRegistration({
          optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
        })
      : await library.startAuthentication({
          optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
        });
  } catch (thrown) {
    throw said(thrown, options);
  }
}

/** By the names that WebAuthn gives its exceptions, which the library keeps. */
function said(thrown: unknown, options: Options): Failure {
  const name = thrown instanceof Error ? thrown.name : '';
  if (name === 'InvalidStateError') return refusal('This device holds a passkey of your account already.');
  if (name === 'ConstraintError')
    return refusal(
      'This device cannot check who uses it. Give it a PIN or a screen lock, or use another one.',
    );
  if (name === 'SecurityError') {
    const { id = options.rpId } = objectOf(options.rp) ?? {};
    return refusal(`Passkeys work at the address ${String(id)} only. Open this page there.`);
  }
  return refusal('No passkey came: the browser was closed, took too long or found none. Try again.');
}
