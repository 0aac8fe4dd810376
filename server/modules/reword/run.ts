import { isOn } from '../../access/notify.ts';
import { tooMany } from '../../access/rate-limit.ts';
import { readSysparams } from '../../access/system-parameters.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { longestText, reword, shortestText } from './upstream.ts';

const mostPerMinute = 10;

function refuse(message: string): never {
  throw new Problem('refused', message, { errors: [{ pointer: '/text', message }] });
}

export const handler: OperationHandler<'reword.run'> = async (call) => {
  const caller = signedIn(call);
  const { body, context } = call;
  const text = body.text.trim();
  if (text.length < shortestText) refuse('There is not enough text -- please type some more');
  if (text.length > longestText)
    refuse(`The text has ${text.length} characters; at most ${longestText} are reworded at once.`);
  if (!isOn((await readSysparams(context)).USETXTAI))
    throw new Problem('refused', 'Rewording is switched off (system parameter USETXTAI).');
  const { reword: service } = context.config;
  if (service === null)
    throw new Problem(
      'refused',
      'No service that rewords texts is configured (REWORD_URL). Ask an administrator.',
    );
  const asked = [{ key: `reword ${caller.id}`, most: mostPerMinute }];
  const wait = await context.minuteLimit.take(asked, context.now());
  if (wait > 0) throw tooMany(`At most ${mostPerMinute} texts a minute are reworded.`, wait);
  return { choices: [{ message: { role: 'assistant', content: await reword(text, service) } }] };
};
