import { whoOf } from '../../access/caller.ts';
import { may } from '../../access/permissions.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { chosenDataset, defaultDataset } from '../../reports/dataset.ts';
import { districtsOf } from '../../reports/districts.ts';
import { AUDIT, type AuditPayload } from './audit-kind.ts';

export const handler: OperationHandler<'audit.run'> = async (call) => {
  const { body, context } = call;
  const caller = signedIn(call);
  const mine = await districtsOf(caller, context.database, context.now());
  const asked = body.districts ?? ['all'];
  const foreign = asked.findIndex((code) => code !== 'all' && !mine.includes(code));
  if (foreign >= 0)
    throw new Problem('not-found', `District "${asked[foreign]}" is unknown or not one of yours.`, {
      errors: [{ pointer: `/districts/${foreign}`, message: 'It is unknown or not one of yours.' }],
    });
  const { rows } = await context.database.read(whoOf(caller), { dataset: 'both' }, (client) =>
    client.query<{ number: number; crown: boolean }>(
      `select number, scope = 'CROWN' as crown from audit_test order by number`,
    ),
  );
  const known = new Set(rows.map((test) => test.number));
  const unknown = body.tests?.findIndex((number) => !known.has(number)) ?? -1;
  if (unknown >= 0)
    throw new Problem('refused', `The audit has no test ${body.tests?.[unknown]}.`, {
      errors: [{ pointer: `/tests/${unknown}`, message: 'The audit has no test of this number.' }],
    });
  const seesCrown = may(caller, 'clndV');
  const named = rows.filter(({ number, crown }) =>
    body.tests
      ? body.tests.includes(number)
      : body.scope
        ? crown === (body.scope === 'crown')
        : seesCrown || !crown,
  );
  if (!seesCrown && named.some(({ crown }) => crown)) throw new Problem('not-allowed');
  const dataset =
    body.dataset ??
    (await chosenDataset(caller, context.database)) ??
    (await defaultDataset(context.database, context.now()));
  const payload: AuditPayload = {
    districts: asked.includes('all') ? [...mine].sort() : [...new Set(asked)].sort(),
    tests: named.map(({ number }) => number),
    dataset: dataset === 'real' ? 'real' : 'synthetic',
  };
  const job = await context.jobs.start(AUDIT, { payload, userId: caller.id, key: JSON.stringify(payload) });
  return { job, districts: payload.districts.length, tests: payload.tests.length };
};
